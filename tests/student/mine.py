def solver(disks, source=0, target=2):
    if disks:
        spare = 3 - source - target
        yield from solver(disks - 1, source, spare)
        yield source, target
        yield from solver(disks - 1, target, spare)
