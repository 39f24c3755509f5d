"""Where everything is in a state diagram: boxes, curves and labels, in points with y upwards."""
