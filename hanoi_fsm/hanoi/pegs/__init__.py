"""The puzzle itself: disks, pegs, moves, tasks and the rules, without any automaton."""

from hanoi_fsm.hanoi.pegs.configuration import AnyConfiguration as AnyConfiguration
from hanoi_fsm.hanoi.pegs.configuration import Configuration as Configuration
from hanoi_fsm.hanoi.pegs.configuration import Move as Move
from hanoi_fsm.hanoi.pegs.matrix import PegMatrix as PegMatrix
from hanoi_fsm.hanoi.pegs.rules import PAIRS as PAIRS
from hanoi_fsm.hanoi.pegs.rules import PEGS as PEGS
from hanoi_fsm.hanoi.pegs.rules import check_disks as check_disks
from hanoi_fsm.hanoi.pegs.rules import check_peg as check_peg
from hanoi_fsm.hanoi.pegs.rules import parse_whole as parse_whole
from hanoi_fsm.hanoi.pegs.rules import third as third
from hanoi_fsm.hanoi.pegs.rules import whole as whole
from hanoi_fsm.hanoi.pegs.task import Task as Task
