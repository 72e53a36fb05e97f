// What Swift's Glibc module lacks: waiting with nanoseconds, thread names, real-time scheduling, and whose a socket is. Each function is one system call (or two) with its flags chosen once.
//
// The header defines no `_GNU_SOURCE`: with it, C types would differ from those Swift's Glibc module has, and Swift refuses
// two modules that disagree. What needs it is in the .c file.
//
// All return a value of 0 or more, or a negated errno (`-EAGAIN`), so that callers need no `errno`.
#pragma once

#include <poll.h>
#include <stdint.h>

/// Waits until one of `count` descriptors is ready or `nanoseconds` have passed; a negative time waits without end.
/// Returns how many are ready: 0 after the time. A signal that was delivered meanwhile is `-EINTR`.
int linux_wait(struct pollfd *descriptors, int count, int64_t nanoseconds);

/// A descriptor that becomes readable when something comes, goes or changes its permissions in a folder that it watches:
/// non-blocking, closed on exec.
int linux_folder_watch(void);

/// Has `watch` watch the folder at `path`, once however often it is told. `-ENOENT` where there is none.
int linux_folder_watch_add(int watch, const char *path);

/// The same for whole files: written and closed, moved here or away, or deleted.
int linux_folder_watch_saved(int watch, const char *path);

/// Takes all that a `linux_folder_watch` has to tell. Never waits.
void linux_folder_watch_clear(int watch);

/// Names the calling thread, cut to 15 bytes, as seen in `ps -L` and `top -H`.
int linux_name_thread(const char *name);

/// Gives the calling thread SCHED_FIFO at `priority` (1…99), not inherited by child processes. `-EPERM` where the
/// limits do not allow it: the thread then goes on as it was.
int linux_set_realtime(int priority);

/// The calling thread's kernel id, as in `/proc/self/task`.
int linux_thread_id(void);

/// A pipe, read end first: both ends blocking, closed on exec.
int linux_pipe(int ends[2]);

/// Starts the program at `path` with `arguments` and `environment` (both end with NULL) and returns its process. Its three
/// standard descriptors are those in `standard`, /dev/null where one is negative; it has no other descriptor of ours. It
/// takes all signals as usual, in a process group of its own.
int linux_spawn(const char *path, char *const *arguments, char *const *environment, const int standard[3]);

/// The same for a program that gets SIGTERM when the calling *thread* ends, however it ends. It copies the process's pages
/// for a moment, so nothing may sound meanwhile; what keeps it from running at all ends it with status 127.
int linux_spawn_bound(const char *path, char *const *arguments, char *const *environment, const int standard[3]);

/// One end of a connection over TCP. An IPv4 address within IPv6 is that IPv4 address.
struct linux_tcp_end {
  /// AF_INET, with one word of the address, or AF_INET6, with four.
  int family;
  /// In the network's order.
  uint32_t address[4];
  /// In the network's order.
  uint16_t port;
};

/// Where `socket`, or if `is_far` the socket it is connected to, is.
int linux_tcp_end_of(int socket, int is_far, struct linux_tcp_end *end);

/// Who has a socket.
struct linux_socket_owner {
  /// The user who made it.
  uint32_t user;
  /// 0 where it is closed: then `user` says nothing.
  uint32_t inode;
};

/// A descriptor by which the kernel is asked for sockets: non-blocking, closed on exec.
int linux_sockets_open(void);

/// Asks by `sockets` who has the TCP socket that is at `own` and connected to `other`: 1 with its `owner`, 0 where there is none.
/// An `other` of zeros means a socket that listens. `number` is another one for each question. Never waits.
int linux_tcp_owner(int sockets, uint32_t number, const struct linux_tcp_end *own, const struct linux_tcp_end *other,
                    struct linux_socket_owner *owner);

/// 1 as long as `socket` can be written to: nobody has reset its connection.
int linux_tcp_is_connected(int socket);
