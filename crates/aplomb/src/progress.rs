//! Progress on standard error, for whoever waits longer than a second.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread::JoinHandle,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a command runs before it speaks of its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Says what is being done, and how much of it, until it is dropped. It may be
/// shared by threads.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    waiting: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress that nobody sees.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), waiting: None }
    }

    /// Progress that appears on standard error after a second.
    pub fn on_stderr(what: &str) -> Progress {
        Progress::appearing(what, PATIENCE, ProgressDrawTarget::stderr)
    }

    fn appearing(
        what: &str,
        patience: Duration,
        target: impl FnOnce() -> ProgressDrawTarget + Send + 'static,
    ) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {msg} {elapsed}"));
        bar.set_message(what.to_owned());
        let (end, ended) = mpsc::channel();
        let appearing = bar.clone();
        let waiter = std::thread::spawn(move || {
            if ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                appearing.set_draw_target(target());
                appearing.enable_steady_tick(Duration::from_millis(120));
                let _ = ended.recv();
            }
        });
        Progress { bar, waiting: Some((end, waiter)) }
    }

    /// Says how many parts there are; from then on they are counted.
    pub fn expect(&self, parts: u64) {
        self.bar.set_length(parts);
        self.bar.set_style(style("{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}"));
    }

    /// Says that more parts are done.
    pub fn advance(&self, parts: u64) {
        self.bar.inc(parts);
    }

    /// Says what is being done now.
    pub fn say(&self, what: impl Into<String>) {
        let what = what.into();
        tracing::info!("{what}");
        self.bar.set_message(what);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is correct")
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, waiter)) = self.waiting.take() {
            drop(end);
            let _ = waiter.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;

    use super::*;

    fn shown_after(patience: Duration, work: impl FnOnce(&Progress)) -> String {
        let terminal = InMemoryTerm::new(3, 60);
        let target = terminal.clone();
        let progress = Progress::appearing("counting", patience, move || {
            ProgressDrawTarget::term_like(Box::new(target))
        });
        work(&progress);
        let shown = terminal.contents();
        drop(progress);
        assert_eq!(terminal.contents(), "", "nothing stays behind");
        shown
    }

    fn a_while() {
        std::thread::sleep(Duration::from_millis(600));
    }

    #[test]
    fn nothing_appears_before_its_time() {
        assert_eq!(shown_after(Duration::from_secs(60), |_| a_while()), "");
    }

    #[test]
    fn what_takes_long_is_said() {
        let shown = shown_after(Duration::ZERO, |_| a_while());
        assert!(shown.contains("counting"), "{shown:?}");
    }

    #[test]
    fn parts_are_counted() {
        let shown = shown_after(Duration::ZERO, |progress| {
            progress.expect(7);
            progress.say("adding");
            progress.advance(3);
            a_while();
        });
        assert!(shown.contains("adding") && shown.contains("3/7"), "{shown:?}");
    }
}
