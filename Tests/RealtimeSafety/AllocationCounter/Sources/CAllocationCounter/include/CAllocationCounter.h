#pragma once

/// Begins to count this thread's allocations and frees.
void allocation_counter_arm(void);

/// Stops, and returns how many there were.
long allocation_counter_disarm(void);
