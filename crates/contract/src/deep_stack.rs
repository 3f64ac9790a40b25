//! Documents and schemas nest, and whoever walks them recurses: one place that gives such work the stack
//! for it, and knows where it has it already.

use std::cell::Cell;
use std::io;
use std::thread::{self, Builder};

/// A stack for work that recurses into documents, which may nest 12,000 levels; of it, only what is used
/// is real.
pub const STACK: usize = 256 << 20;

thread_local! {
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs the work on a stack of 256 MiB: here if this thread has one, else on a thread of its own, which is
/// waited for. The inner result is that of the thread: an error if the work panicked there.
///
/// # Errors
/// No thread could be started.
pub fn deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<thread::Result<T>> {
    if DEEP.get() {
        return Ok(Ok(work()));
    }
    let marked = || {
        DEEP.set(true);
        work()
    };
    thread::scope(|scope| Ok(Builder::new().stack_size(STACK).spawn_scoped(scope, marked)?.join()))
}
