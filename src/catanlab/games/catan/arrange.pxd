from catanlab.framework.types cimport i32, u64
from catanlab.games.catan.buildings cimport build_city, build_settlement
from catanlab.games.catan.codes cimport AWARD_POINTS
from catanlab.games.catan.phases cimport check_win
from catanlab.games.catan.position cimport Position
from catanlab.games.catan.roads cimport build_road, renew_frontier, roads_left
