//! The processor time of single threads, where the system tells it.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// The system is asked no more often than this by [`worked`].
const STALE: Duration = Duration::from_millis(2);

/// For how long this thread has had a processor, or up to 2 ms more: cheap enough to be asked all the time. Where the
/// system does not tell, the time since this was asked first.
pub fn worked() -> Duration {
    OWN.with_borrow_mut(|own| {
        let since = own.asked.elapsed();
        if since < STALE {
            own.latest = own.latest.max(own.then + since);
            return own.latest;
        }
        own.asked = Instant::now();
        own.then = own.time.read().map_or_else(|| own.start.elapsed(), |(own, _)| own);
        own.latest = own.latest.max(own.then);
        own.latest
    })
}

struct Own {
    time: ThreadTime,
    start: Instant,
    /// When the system was asked, and what it told.
    asked: Instant,
    then: Duration,
    /// Time does not go back.
    latest: Duration,
}

thread_local! {
    static OWN: RefCell<Own> = RefCell::new({
        let (time, start) = (ThreadTime::of_this_thread(), Instant::now());
        let then = time.read().map_or(Duration::ZERO, |(own, _)| own);
        Own { time, start, asked: start, then, latest: then }
    });
}

/// Tells how long one thread has had a processor, whoever asks.
#[derive(Debug)]
pub struct ThreadTime(source::Source);

impl ThreadTime {
    /// That of the thread that calls this.
    pub fn of_this_thread() -> Self {
        Self(source::Source::of_this_thread())
    }

    /// For how long the thread has had a processor, and for how long it had to wait for one; `None` where the system does
    /// not tell.
    pub fn read(&self) -> Option<(Duration, Duration)> {
        self.0.read()
    }
}

#[cfg(target_os = "linux")]
mod source {
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::time::Duration;

    /// The file stays that of the thread that opened it. To open it each time would cost more than to read it.
    #[derive(Debug)]
    pub(super) struct Source(Option<File>);

    impl Source {
        pub(super) fn of_this_thread() -> Self {
            Self(File::open("/proc/thread-self/schedstat").ok())
        }

        pub(super) fn read(&self) -> Option<(Duration, Duration)> {
            let mut text = [0; 64];
            let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
            let text = std::str::from_utf8(&text[..length]).ok()?;
            let mut times = text.split_whitespace().map(|number| number.parse().map(Duration::from_nanos));
            Some((times.next()?.ok()?, times.next()?.ok()?))
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod source {
    use std::time::Duration;

    #[derive(Debug)]
    pub(super) struct Source;

    impl Source {
        pub(super) fn of_this_thread() -> Self {
            Self
        }

        pub(super) fn read(&self) -> Option<(Duration, Duration)> {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_no_work() {
        let (before, start) = (worked(), Instant::now());
        std::thread::sleep(Duration::from_millis(60));
        let waited = worked() - before;
        assert!(waited <= start.elapsed());
        if ThreadTime::of_this_thread().read().is_some() {
            assert!(waited < Duration::from_millis(20), "{waited:?}");
        }
        let (before, mut sum) = (worked(), 0_u64);
        while worked() < before + Duration::from_millis(10) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }

    #[test]
    fn it_is_that_of_the_thread_that_made_it() {
        let time = ThreadTime::of_this_thread();
        let Some((before, _)) = time.read() else { return };
        let start = Instant::now();
        let mut sum = 0_u64;
        while start.elapsed() < Duration::from_millis(30) {
            sum = std::hint::black_box(sum + 1);
        }
        let (after, _) = std::thread::scope(|scope| scope.spawn(|| time.read()).join()).unwrap().unwrap();
        assert!(sum > 0 && after > before, "{before:?} {after:?}");
    }
}
