from catanlab.agents.estimates.income cimport Income
from catanlab.agents.estimates.build_time cimport trade_up
from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.hands cimport cards, held

cdef u64 after_trades(Income income, u64 hand, u64 target)
