"""The layout of a state diagram: boxes, curves and labels, in points with y upwards."""
