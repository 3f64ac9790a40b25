//! Runs recursive work on a stack that is large enough for deeply nested documents and schemas.

use std::cell::Cell;
use std::io;
use std::thread::{self, Builder};

/// The stack size for documents of 12,000 levels. Only the used part takes memory.
pub const STACK: usize = 256 << 20;

thread_local! {
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs the work on a stack of 256 MiB: on this thread if it has one, else on a new thread. The inner
/// result is an error if the work panicked on that thread.
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
