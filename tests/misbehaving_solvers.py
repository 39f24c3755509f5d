"""Sources of solvers that do no harm, and of those that hang, crash, lie or meddle."""

from hanoi_fsm.hanoi.checking.solver_run import Kind

RIGHT = """\
import atexit, ctypes, os, re, signal, sys, threading, time
from hanoi_fsm import Move, solve
def right(disks, source=0, target=2):
    if disks:
        spare = 3 - source - target
        yield from right(disks - 1, source, spare)
        yield source, target
        yield from right(disks - 1, spare, target)
"""
LINE = RIGHT.count("\n") + 1

HARMLESS = {
    "a thread that stays": """
def f(disks):
    threading.Thread(target=lambda: time.sleep(1000)).start()
    return right(disks)
""",
    "something to do at the exit": """
def f(disks):
    atexit.register(print, "at exit", file=sys.__stderr__)
    return right(disks)
""",
    "signals switched off": """
def f(disks):
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    return right(disks)
""",
    "a closed stdout": """
def f(disks):
    sys.stdout.close()
    os.closerange(0, 3)
    return right(disks)
""",
    "a replaced stdout, and prints": """
def f(disks):
    sys.stdout = sys.__stderr__
    print("\\x1b[2J hello", flush=True)
    return right(disks)
""",
    "a __del__ that raises": """
class Pair(tuple):
    def __del__(self):
        raise ValueError("del")
def f(disks):
    return map(Pair, right(disks))
""",
    "pegs by place": "\ndef f(disks, source, target, /): return right(disks, source, target)\n",
    "a third peg": (
        "\ndef f(n, source=0, auxiliary=1, target=2):\n"
        "    if n:\n"
        "        yield from f(n - 1, source, target, auxiliary)\n"
        "        yield source, target\n"
        "        yield from f(n - 1, auxiliary, source, target)\n"
    ),
    "pegs by name": "\ndef f(disks, *, target, source):\n    return right(disks, source, target)\n",
    "a memo": """
memo = {}
def f(disks, source=0, target=2):
    key = disks, source, target
    return memo.setdefault(key, list(right(*key)))
""",
}

BAD: dict[str, tuple[str, Kind, str]] = {
    # what it does: the function (asked for 2 disks only), the kind, what is said
    "an endless loop that catches all": (
        "while True:\n        try: time.time()\n        except: pass",
        Kind.LOOPS,
        "no move in 0.4 seconds (line ",
    ),
    "an endless loop with all signals blocked": (
        "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\n    while True: pass",
        Kind.LOOPS,
        "no move in 0.4 seconds",
    ),
    "an endless loop in C": ("re.match('(a*)*b', 'a' * 60)", Kind.LOOPS, f"(line {LINE + 1} of "),
    "os._exit": ("os._exit(0)", Kind.DIES, "exit code 0"),
    "os._exit after a move": ("yield 0, 1; os._exit(0)", Kind.DIES, "exit code 0"),
    "sys.exit": ("sys.exit()", Kind.RAISED, f"SystemExit (line {LINE + 1} of "),
    "a segmentation fault": ("ctypes.string_at(0)", Kind.DIES, f"(SIGSEGV) (line {LINE + 1} of "),
    "a recursion without end": ("return f(disks + 1)", Kind.RAISED, "RecursionError: "),
    "a crash by recursion": (
        "sys.setrecursionlimit(10**9)\n    d = []\n"
        "    for _ in range(10**6): d = [d]\n    return repr(d)",
        Kind.DIES,
        "(SIGSEGV)",
    ),
    "eaten memory": ("return bytes(1 << 40)", Kind.MEMORY, f"MiB of memory (line {LINE + 1} of "),
    "an endless list": (
        "return [[0] * 99999 for _ in iter(int, 1)]",
        Kind.MEMORY,
        "MiB of memory (",
    ),
    "a KeyboardInterrupt": ("raise KeyboardInterrupt", Kind.RAISED, "KeyboardInterrupt (line "),
    "a signal to itself": ("os.kill(os.getpid(), 15)", Kind.DIES, "SIGTERM"),
    "an error that cannot be shown": (
        "class E(Exception):\n        def __str__(self): raise self\n"
        "        __repr__ = __str__\n    raise E",
        Kind.RAISED,
        "E: (its __str__ raises) (line ",
    ),
    "a value that cannot be shown": (
        "class V:\n        def __repr__(self): raise ValueError\n    return [V()]",
        Kind.NO_MOVE,
        "a V that cannot be shown",
    ),
    "a value that is shown for ever": (
        "class V:\n        def __repr__(self):\n            while True: pass\n    return [V()]",
        Kind.LOOPS,
        f"(line {LINE + 3} of ",
    ),
    "escape codes in an error": (
        "raise ValueError('\\x1b[2J\\n\\x07')",
        Kind.RAISED,
        r"ValueError: \x1b[2J \x07 (line ",
    ),
    "escape codes in a value": (
        "class V:\n        def __repr__(self): return '\\x1b[2J'\n    return [V()]",
        Kind.NO_MOVE,
        r"\x1b[2J",
    ),
    "a generator that does not close": (
        "try: yield 0, 2\n    finally:\n        while True: pass",
        Kind.WRONG,
        "disk 1: 0 -> 2",
    ),
    "moves without end": (
        "yield from right(disks)\n    while True: yield 2, 0",
        Kind.LONG,
        "one more move, 2 -> 0",
    ),
    "moves that say they are right": (
        "class M(Move):\n        def __eq__(self, other): return True\n        __hash__ = None\n"
        "    return [M(1, 0, 2)] * 3",
        Kind.WRONG,
        "disk 1: 0 -> 2",
    ),
    "pairs that say they are right": (
        "class P(tuple):\n        def __getitem__(self, at): return (0, 1)[at]\n"
        "        def __iter__(self): return iter((0, 1))\n    return [P((0, 2))] * 3",
        Kind.WRONG,
        "disk 1: 0 -> 2",
    ),
    "numbers that say they are right": (
        "class I(int):\n        def __eq__(self, other): return True\n"
        "        __hash__ = int.__hash__\n    return [(I(0), I(2))] * 3",
        Kind.WRONG,
        "disk 1: 0 -> 2",
    ),
    "a patched package": (
        "import hanoi_fsm.hanoi.formulas as f\n    f.moves = lambda *of: iter(())\n    return []",
        Kind.EARLY,
        "the end after 0 of 3 moves",
    ),
    "a pipe that is written to": (
        "for file in range(3, 64):\n        try: os.write(file, b'x' * 99)\n"
        "        except OSError: pass\n    return right(disks)",
        Kind.DISTURBS,
        "wrote into",
    ),
    "a global list": (
        "global moves\n    moves = globals().get('moves', [])\n    moves += right(disks)\n"
        "    return moves",
        Kind.KEEPS,
        "one more move, 0 -> 1",
    ),
    "an answer that changes": (
        "global calls\n    calls = globals().get('calls', 0) + 1\n"
        "    return right(disks, 0, 2 if calls == 1 else 1)",
        Kind.KEEPS,
        "disk 1: 0 -> 2",
    ),
}
