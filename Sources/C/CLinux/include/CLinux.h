// System calls missing from Swift's Glibc module: waiting with nanoseconds, thread names, real-time scheduling, and the
// owners of sockets. Each function is one system call (or two) with its flags chosen once.
//
// The header defines no `_GNU_SOURCE`: with it, C types would differ from those in Swift's Glibc module, and Swift
// refuses two modules that disagree. Functions that need it are in the .c file.
//
// Each number they return is 0 or more, or a negated errno (`-EAGAIN`), so that callers need no `errno`.
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/// Waits until one of `count` descriptors is ready or `nanoseconds` have passed; a negative time waits forever. Returns
/// the number of ready descriptors: 0 after the time. A signal delivered in the meantime is `-EINTR`.
int linux_wait(struct pollfd *descriptors, int count, int64_t nanoseconds);

/// Returns a descriptor that becomes readable when a file in a watched folder appears, disappears or changes its
/// permissions: non-blocking, closed on exec.
int linux_folder_watch(void);

/// Makes `watch` watch the folder at `path`; repeated calls have no further effect. `-ENOENT` if it does not exist.
int linux_folder_watch_add(int watch, const char *path);

/// Watches for whole files instead: written and closed, moved here or away, or deleted.
int linux_folder_watch_saved(int watch, const char *path);

/// Discards all events of a `linux_folder_watch`. Never waits.
void linux_folder_watch_clear(int watch);

/// Names the calling thread, cut to 15 bytes, as seen in `ps -L` and `top -H`.
int linux_name_thread(const char *name);

/// Gives the calling thread SCHED_FIFO at `priority` (1…99), not inherited by child processes. `-EPERM` if the limits
/// do not allow it: the thread then keeps its scheduling.
int linux_set_realtime(int priority);

/// Returns whether the calling thread may run with this real-time priority (1…99).
bool linux_realtime_permitted(int priority);

/// Returns the calling thread's kernel id, as in `/proc/self/task`.
int linux_thread_id(void);

/// Creates a pipe, read end first, closed on exec: both ends block, or neither does.
int linux_pipe(int ends[2], bool blocks);

/// Starts the program at `path` with `arguments` and `environment` (both end with NULL) and returns its process. Its
/// three standard descriptors are those in `standard`, /dev/null for a negative one; it inherits no other descriptor of
/// ours. It handles all signals as usual, in a separate process group.
int linux_spawn(const char *path, char *const *arguments, char *const *environment, const int standard[3]);

/// The same for a program that gets SIGTERM when the calling *thread* ends, however it ends. It copies the process's
/// pages for a moment, so sound must not be playing; a program that cannot run at all ends with status 127.
int linux_spawn_bound(const char *path, char *const *arguments, char *const *environment, const int standard[3]);

/// One end of a TCP connection. An IPv4 address mapped to IPv6 is converted to IPv4.
struct linux_tcp_end {
  /// AF_INET, with one word of the address, or AF_INET6, with four.
  int family;
  /// In network byte order.
  uint32_t address[4];
  /// In network byte order.
  uint16_t port;
};

/// Gets the address of `socket`, or of its peer if `is_far`.
int linux_tcp_end_of(int socket, int is_far, struct linux_tcp_end *end);

/// The owner of a socket.
struct linux_socket_owner {
  /// The user who created it.
  uint32_t user;
  /// 0 if it is closed: then `user` is meaningless.
  uint32_t inode;
};

/// Returns a descriptor for socket queries to the kernel: non-blocking, closed on exec.
int linux_sockets_open(void);

/// Queries `sockets` for the owner of the TCP socket that is at `own` and connected to `other`: 1 with its `owner`, 0
/// if there is none. An `other` of zeros means a listening socket. `number` must differ for each query. Never waits.
int linux_tcp_owner(int sockets, uint32_t number, const struct linux_tcp_end *own, const struct linux_tcp_end *other,
                    struct linux_socket_owner *owner);

/// Returns 1 as long as `socket` can be written to: its connection has not been reset.
int linux_tcp_is_connected(int socket);
