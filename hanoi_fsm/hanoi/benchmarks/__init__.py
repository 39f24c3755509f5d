"""How fast the parts of this package are beside what a person would pick instead.

Every figure is a ratio of two contenders that do the same work in the same run, in turn. `parts`
says which are compared, `measuring` lets them run, and the other modules are the contenders.
"""

from hanoi_fsm.hanoi.benchmarks.measuring import Contender as Contender
from hanoi_fsm.hanoi.benchmarks.measuring import LeftOut as LeftOut
from hanoi_fsm.hanoi.benchmarks.measuring import Part as Part
from hanoi_fsm.hanoi.benchmarks.measuring import Result as Result
from hanoi_fsm.hanoi.benchmarks.measuring import Row as Row
from hanoi_fsm.hanoi.benchmarks.measuring import measure as measure
from hanoi_fsm.hanoi.benchmarks.parts import PARTS as PARTS
