from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.engine.buildings cimport build_city, build_settlement
from catanlab.games.catan.codes cimport AWARD_POINTS
from catanlab.games.catan.engine.turn_order cimport check_win
from catanlab.games.catan.engine.position cimport Position
from catanlab.games.catan.engine.roads cimport build_road, renew_frontier, roads_left
