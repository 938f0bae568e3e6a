/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The time of an event loop that is driven by the benchmark: a tick is a millisecond. The linker's
   --wrap turns the library's calls of clock_gettime and of those that wait for files, all system calls or
   close to it, into the functions below: the clock stands where the benchmark sets it, and no file is
   ever ready. So what is measured is the library alone, without the kernel. */
#ifndef VIRTUAL_H
#define VIRTUAL_H

#include "engine.h"

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/types.h>

#define ENGINE_VIRTUAL

static struct timespec virtual_time;

/* Sets the clock to tick `today`, and so many nanoseconds later. */
static inline void virtual_set(long later)
{
    virtual_time.tv_sec = (time_t)(today / 1000u);
    virtual_time.tv_nsec = (long)(today % 1000u) * 1000000L + later;
}

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_epoll_wait(int epoll, struct epoll_event *events, int size, int timeout);
int __wrap_epoll_pwait(int epoll, struct epoll_event *events, int size, int timeout,
                       const sigset_t *signals);
ssize_t __wrap_write(int file, const void *data, size_t size);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    *time = virtual_time;
    return 0;
}

int __wrap_epoll_wait(int epoll, struct epoll_event *events, int size, int timeout)
{
    (void)epoll;
    (void)events;
    (void)size;
    (void)timeout;
    return 0;
}

int __wrap_epoll_pwait(int epoll, struct epoll_event *events, int size, int timeout,
                       const sigset_t *signals)
{
    (void)signals;
    return __wrap_epoll_wait(epoll, events, size, timeout);
}

/* GLib wakes a thread that may be asleep in its loop by a write to a pipe. */
ssize_t __wrap_write(int file, const void *data, size_t size)
{
    (void)file;
    (void)data;
    return (ssize_t)size;
}

#endif
