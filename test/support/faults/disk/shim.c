/*
 * Preloaded into a server, it stands between it and the disk: it logs what is written under one
 * directory, and makes calls fail. DISK_DIR is the directory, DISK_LOG the log, and DISK_FAULT a
 * file of four 32-bit numbers that is read anew at every call: kind, calls still to let through,
 * calls to fail, calls that failed.
 *
 * A record of the log is six 32-bit numbers (kind, length of the path, length of the data, 0, and
 * an offset in two halves) and then the path and the data. A rename's data is the new path. The end
 * of a sync tells by its offset where in the log it began: what was logged before is on the disk.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, SYNC_ENDED, RENAME, UNLINK };
enum { FAIL_WRITE = 1, FAIL_SYNC, FAIL_FULL };

struct fault {
  uint32_t kind;
  int32_t wait;
  int32_t times;
  uint32_t failed;
};

static int log_fd = -1;
static const char *directory;
static struct fault *fault;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("DISK_LOG");
  const char *control = getenv("DISK_FAULT");
  directory = getenv("DISK_DIR");
  if (log) log_fd = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (!control) return;
  int fd = open(control, O_RDWR | O_CLOEXEC);
  void *mapped = mmap(NULL, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) fault = mapped;
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), want = strlen(end);
  return length >= want && strcmp(text + length - want, end) == 0;
}

/* The wal-index is no data: SQLite makes it anew. The lock and the notes hold nothing to lose. */
static int is_watched(const char *path) {
  if (!directory || strncmp(path, directory, strlen(directory)) != 0) return 0;
  return strstr(path, "/inbox.db") ? !ends_with(path, "-shm")
                                   : strstr(path, "/files") || strcmp(path, directory) == 0;
}

static int watched_path(int fd, char *path, size_t size) {
  char link[32];
  char digits[12];
  int at = sizeof digits - 1, number = fd;
  digits[at] = 0;
  do digits[--at] = '0' + number % 10; while (number /= 10);
  strcpy(link, "/proc/self/fd/");
  strcat(link, digits + at);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static void note(uint32_t kind, const char *path, const void *data, size_t length, uint64_t offset) {
  if (log_fd < 0) return;
  uint32_t head[6] = {kind, strlen(path), length, 0, (uint32_t)offset, (uint32_t)(offset >> 32)};
  struct iovec parts[3] = {{head, sizeof head}, {(void *)path, strlen(path)}, {(void *)data, length}};
  syscall(SYS_writev, log_fd, parts, 3);
}

static uint64_t logged(void) {
  return log_fd < 0 ? 0 : (uint64_t)syscall(SYS_lseek, log_fd, 0, SEEK_END);
}

/* Bun writes files by calls of its own, which nobody can stand before: what a sync finds is noted. */
static void note_content(int fd, const char *path) {
  off_t length = syscall(SYS_lseek, fd, 0, SEEK_END);
  if (log_fd < 0 || !strstr(path, "/files/") || length <= 0) return;
  char *data = malloc(length);
  /* The file is open for writing only. */
  int reading = open(path, O_RDONLY | O_CLOEXEC);
  if (data && syscall(SYS_pread64, reading, data, length, 0) == length) {
    note(WRITE, path, data, length, 0);
  }
  close(reading);
  free(data);
}

/* The errno of a call that must fail, else 0. */
static int failure(int is_sync) {
  if (!fault || fault->kind == 0 || (fault->kind == FAIL_SYNC) != is_sync) return 0;
  if (__atomic_fetch_sub(&fault->wait, 1, __ATOMIC_SEQ_CST) > 1) return 0;
  if (__atomic_fetch_sub(&fault->times, 1, __ATOMIC_SEQ_CST) <= 0) return 0;
  __atomic_add_fetch(&fault->failed, 1, __ATOMIC_SEQ_CST);
  return fault->kind == FAIL_FULL ? ENOSPC : EIO;
}

static ssize_t put(int fd, const void *data, size_t length, off_t offset, int has_offset) {
  char path[4096];
  if (!watched_path(fd, path, sizeof path)) {
    return has_offset ? syscall(SYS_pwrite64, fd, data, length, offset)
                      : syscall(SYS_write, fd, data, length);
  }
  pthread_mutex_lock(&lock);
  int failed = failure(0);
  /* A disk that fails in the middle has written the beginning. */
  size_t wanted = failed ? length / 2 : length;
  off_t at = has_offset ? offset : syscall(SYS_lseek, fd, 0, SEEK_CUR);
  note(WRITE, path, data, wanted, at);
  ssize_t done = syscall(SYS_pwrite64, fd, data, wanted, at);
  if (!failed && done > 0 && !has_offset) syscall(SYS_lseek, fd, at + done, SEEK_SET);
  pthread_mutex_unlock(&lock);
  if (!failed) return done;
  errno = failed;
  return -1;
}

ssize_t write(int fd, const void *data, size_t length) { return put(fd, data, length, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
  return put(fd, data, length, at, 1);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off_t at) {
  return put(fd, data, length, at, 1);
}

static int truncate_fd(int fd, off_t length) {
  char path[4096];
  if (watched_path(fd, path, sizeof path)) {
    pthread_mutex_lock(&lock);
    note(TRUNCATE, path, "", 0, length);
    pthread_mutex_unlock(&lock);
  }
  return syscall(SYS_ftruncate, fd, length);
}

int ftruncate(int fd, off_t length) { return truncate_fd(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_fd(fd, length); }

static int sync_fd(int fd, long call) {
  char path[4096];
  if (!watched_path(fd, path, sizeof path)) return syscall(call, fd);
  pthread_mutex_lock(&lock);
  int failed = failure(1);
  note_content(fd, path);
  uint64_t began = logged();
  pthread_mutex_unlock(&lock);
  if (failed) {
    errno = failed;
    return -1;
  }
  int result = syscall(call, fd);
  pthread_mutex_lock(&lock);
  if (result == 0) note(SYNC_ENDED, path, "", 0, began);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return sync_fd(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_fd(fd, SYS_fdatasync); }

int rename(const char *from, const char *to) {
  int result = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  if (result == 0 && is_watched(from)) {
    pthread_mutex_lock(&lock);
    note(RENAME, from, to, strlen(to), 0);
    pthread_mutex_unlock(&lock);
  }
  return result;
}

int unlink(const char *path) {
  if (is_watched(path)) {
    pthread_mutex_lock(&lock);
    note(UNLINK, path, "", 0, 0);
    pthread_mutex_unlock(&lock);
  }
  return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
