#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "include/CLinux.h"

int linux_sockets_open(void) {
  int sockets = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  return sockets < 0 ? -errno : sockets;
}

int linux_tcp_end_of(int socket, int is_far, struct linux_tcp_end *end) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  memset(end, 0, sizeof *end);
  if ((is_far ? getpeername : getsockname)(socket, (struct sockaddr *)&name, &size) != 0) return -errno;
  if (name.ss_family == AF_INET) {
    const struct sockaddr_in *place = (const struct sockaddr_in *)&name;
    end->family = AF_INET;
    end->port = place->sin_port;
    end->address[0] = place->sin_addr.s_addr;
    return 0;
  }
  if (name.ss_family != AF_INET6) return -EAFNOSUPPORT;
  const struct sockaddr_in6 *place = (const struct sockaddr_in6 *)&name;
  end->port = place->sin6_port;
  if (IN6_IS_ADDR_V4MAPPED(&place->sin6_addr)) {
    end->family = AF_INET;
    memcpy(end->address, &place->sin6_addr.s6_addr[12], 4);
  } else {
    end->family = AF_INET6;
    memcpy(end->address, &place->sin6_addr, sizeof end->address);
  }
  return 0;
}

int linux_tcp_owner(int sockets, uint32_t number, const struct linux_tcp_end *own, const struct linux_tcp_end *other,
                    struct linux_socket_owner *owner) {
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 asked;
  } request = {
      .header = {.nlmsg_len = sizeof request,
                 .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST,
                 .nlmsg_seq = number},
      .asked = {.sdiag_family = (uint8_t)own->family,
                .sdiag_protocol = IPPROTO_TCP,
                .idiag_states = ~0U,
                .id = {.idiag_sport = own->port,
                       .idiag_dport = other->port,
                       .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}},
  };
  memcpy(request.asked.id.idiag_src, own->address, sizeof own->address);
  memcpy(request.asked.id.idiag_dst, other->address, sizeof other->address);
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  if (sendto(sockets, &request, sizeof request, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) return -errno;
  for (;;) {
    union {
      struct nlmsghdr header;
      char bytes[2048];
    } answer;
    struct sockaddr_nl from;
    socklen_t size = sizeof from;
    // The kernel answers before sendto returns.
    ssize_t count = recvfrom(sockets, &answer, sizeof answer, MSG_DONTWAIT, (struct sockaddr *)&from, &size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    // From another sender, or to a query that was abandoned.
    if (from.nl_pid != 0 || !NLMSG_OK(&answer.header, (size_t)count) || answer.header.nlmsg_seq != number) continue;
    if (answer.header.nlmsg_type == NLMSG_ERROR && answer.header.nlmsg_len >= NLMSG_LENGTH(sizeof(struct nlmsgerr))) {
      int error = ((const struct nlmsgerr *)NLMSG_DATA(&answer.header))->error;
      return error == -ENOENT ? 0 : error < 0 ? error : -EPROTO;
    }
    if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        answer.header.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
      return -EPROTO;
    const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
    // If it finds no connection, the kernel returns a socket that listens at that port.
    if (found->id.idiag_sport != own->port || found->id.idiag_dport != other->port) return 0;
    owner->user = found->idiag_uid;
    owner->inode = found->idiag_inode;
    return 1;
  }
}

int linux_tcp_is_connected(int socket) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -errno;
  return info.tcpi_state == TCP_ESTABLISHED || info.tcpi_state == TCP_CLOSE_WAIT;
}
