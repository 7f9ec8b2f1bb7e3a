//! Writing the picture.

use std::fmt::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::{
    Options,
    layout::{
        Area, CELL, Group, ICON, LINE, LaneColumn, Layout, MARGIN, PADDING, SMALL_CELL, Text,
        badge_width,
    },
    route::{Route, routes},
};
use crate::{ArrowKind, MarkerKind, Stretch, Witness, render::markup::Escaped};

/// The distance from the top of a line of text to its base.
const BASE: f64 = 12.0;

/// The characters that every fixed-width font has: those up to here,
const LAST_LATIN: char = '\u{17f}';
/// and those that we add ourselves.
const MARKS: [char; 4] = ['→', '✗', '…', '\u{2424}'];

/// A picture that is being written.
pub(super) struct Drawing<'w, 'o> {
    witness: &'w Witness,
    id: &'o str,
    layout: Layout<'w>,
    svg: String,
}

impl<'w, 'o> Drawing<'w, 'o> {
    pub(super) fn of(witness: &'w Witness, options: &Options<'o>) -> Drawing<'w, 'o> {
        let layout = Layout::of(witness, options.size);
        Drawing { witness, id: options.id, layout, svg: String::new() }
    }

    /// Everything, from back to front.
    pub(super) fn finish(mut self) -> String {
        self.draw().expect("writing to a string does not fail");
        self.svg
    }

    fn draw(&mut self) -> fmt::Result {
        let legend = self.legend();
        self.open(legend.height)?;
        self.arrow_heads()?;
        for index in 0..self.layout.lanes.len() {
            self.lane(index)?;
        }
        for index in 0..self.layout.groups.len() {
            self.group(index)?;
        }
        for index in 0..self.layout.calls.len() {
            self.call(index)?;
        }
        for index in 0..self.witness.stretches().len() {
            self.stretch(index)?;
        }
        self.resumptions()?;
        for route in routes(self.witness, &self.layout).iter().enumerate() {
            self.arrow(route.0, route.1)?;
        }
        for index in 0..self.layout.steps.len() {
            self.step(index)?;
        }
        for index in 0..self.layout.pills.len() {
            self.marker(index)?;
        }
        self.svg.push_str(&legend.svg);
        self.svg.push_str("</svg>");
        Ok(())
    }

    fn open(&mut self, legend: f64) -> fmt::Result {
        let (id, width) = (self.id, self.layout.width);
        let height = self.layout.height + legend;
        let (lanes, steps) = (self.witness.lanes().len(), self.witness.steps().len());
        write!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"aplomb-timeline\" id=\"{id}\" \
             role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\
             <title id=\"{id}-title\">{}</title>\
             <desc id=\"{id}-desc\">Timeline with {lanes} lanes and {steps} steps, from top to bottom.</desc>",
            Escaped(self.witness.caption()),
        )
    }

    fn arrow_heads(&mut self) -> fmt::Result {
        self.svg.push_str("<defs>");
        for kind in kinds(self.witness) {
            write!(
                self.svg,
                "<marker id=\"{}-head-{slug}\" class=\"{slug}\" viewBox=\"0 0 10 10\" refX=\"9\" \
                 refY=\"5\" markerUnits=\"userSpaceOnUse\" markerWidth=\"11\" markerHeight=\"11\" \
                 orient=\"auto\"><path class=\"head\" d=\"M0 .5L10 5L0 9.5L2.5 5Z\"/></marker>",
                self.id,
                slug = kind.slug(),
            )?;
        }
        self.svg.push_str("</defs>");
        Ok(())
    }

    fn lane(&mut self, index: usize) -> fmt::Result {
        let LaneColumn { head, lines, runs, other } = &self.layout.lanes[index];
        let svg = &mut self.svg;
        let class = if other.is_some() { "lane other" } else { "lane" };
        write!(
            svg,
            "<g class=\"{class}\" id=\"{}-lane-{index}\" data-lane=\"{index}\" data-kind=\"{}\">",
            self.id,
            self.witness.lanes()[index].kind.word(),
        )?;
        if let (Some(from), Some((_, to))) = (other, runs) {
            let area = Area {
                x: head.x - 8.0,
                y: from - 8.0,
                width: head.width + 16.0,
                height: to - from + 16.0,
            };
            rectangle(svg, "lane-other", &area, 12.0)?;
        }
        let (x, top, bottom) = (head.middle(), head.bottom(), self.layout.height - LINE / 2.0);
        write!(svg, "<path class=\"lane-waits\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>")?;
        if let Some((from, to)) = runs {
            write!(svg, "<path class=\"lane-runs\" d=\"M{x:.1} {from:.1}V{to:.1}\"/>")?;
        }
        rectangle(svg, "lane-head", head, 8.0)?;
        for (number, line) in lines.iter().enumerate() {
            let y = head.y + PADDING - 2.0 + BASE + LINE * number as f64;
            text(svg, &line.class, (x, y), "middle", &line.text)?;
        }
        svg.push_str("</g>");
        Ok(())
    }

    fn group(&mut self, index: usize) -> fmt::Result {
        let Group { area, name } = &self.layout.groups[index];
        let (left, right, bottom) = (area.x, area.right(), area.bottom());
        let top = area.y + LINE + 2.0;
        text(&mut self.svg, "strong", (area.middle(), area.y + BASE), "middle", name)?;
        write!(
            self.svg,
            "<path class=\"group\" d=\"M{left:.1} {bottom:.1}V{:.1}Q{left:.1} {top:.1} {:.1} {top:.1}\
             H{:.1}Q{right:.1} {top:.1} {right:.1} {:.1}V{bottom:.1}\"/>",
            top + 6.0,
            left + 6.0,
            right - 6.0,
            top + 6.0,
        )
    }

    fn call(&mut self, index: usize) -> fmt::Result {
        let call = &self.layout.calls[index];
        let position = call.position;
        let class = if call.returned.is_some() { "call" } else { "call pending" };
        let svg = &mut self.svg;
        write!(
            svg,
            "<g class=\"{class}\" id=\"{}-call-{position}\" data-call=\"{position}\">",
            self.id
        )?;
        rectangle(svg, "call-box", &call.area, 10.0)?;
        let x = call.area.x + PADDING;
        text(svg, "strong", (x, call.area.y + BASE + 4.0), "start", &call.name)?;
        if let Some(Text { class, text: returned }) = &call.returned {
            text(svg, class, (x, call.area.bottom() - 7.0), "start", returned)?;
        }
        svg.push_str("</g>");
        Ok(())
    }

    fn stretch(&mut self, index: usize) -> fmt::Result {
        let stretch = &self.witness.stretches()[index];
        write!(
            self.svg,
            "<g class=\"stretch\" id=\"{}-stretch-{index}\" data-stretch=\"{index}\"><title>{}</title>",
            self.id,
            Escaped(&stretch.words(self.witness)),
        )?;
        rectangle(&mut self.svg, "band", &self.layout.stretch(stretch), 10.0)?;
        self.svg.push_str("</g>");
        Ok(())
    }

    /// A dotted line from each crash to the retry that follows it.
    fn resumptions(&mut self) -> fmt::Result {
        let group = |lane: crate::LaneId| self.witness.lane(lane).group.as_deref();
        for (index, retry) in self.layout.pills.iter().enumerate() {
            if retry.marker.kind != MarkerKind::Retry {
                continue;
            }
            let crash = self.layout.pills[..index].iter().rfind(|pill| {
                pill.marker.kind == MarkerKind::Crash
                    && group(pill.marker.lane) == group(retry.marker.lane)
            });
            let Some(crash) = crash else { continue };
            let (from, to) = (crash.area, retry.area);
            let (start, end) = (from.y + from.height / 2.0, to.y + to.height / 2.0);
            let (x, way) = match from.x.total_cmp(&to.x) {
                std::cmp::Ordering::Less => (from.right(), to.x),
                std::cmp::Ordering::Greater => (from.x, to.right()),
                std::cmp::Ordering::Equal => continue,
            };
            let side = (x - way).signum() * self.layout.gap;
            write!(
                self.svg,
                "<path class=\"resumes\" d=\"M{x:.1} {start:.1}H{:.1}C{turn:.1} {start:.1} \
                 {turn:.1} {end:.1} {way:.1} {end:.1}\"/>",
                way + side,
                turn = way + side / 2.0,
            )?;
        }
        Ok(())
    }

    fn arrow(&mut self, index: usize, route: &Route<'_>) -> fmt::Result {
        let arrow = route.arrow;
        let (from, to) = (arrow.from.index(), arrow.to.index());
        let (id, slug) = (self.id, arrow.kind.slug());
        let svg = &mut self.svg;
        write!(
            svg,
            "<g class=\"arrow {slug}\" id=\"{id}-arrow-{index}\" data-arrow=\"{index}\" \
             data-kind=\"{slug}\" data-from=\"{from}\" data-to=\"{to}\">\
             <title>{}</title>\
             <path class=\"line\" d=\"{}\" marker-end=\"url(#{id}-head-{slug})\"/>",
            Escaped(&arrow.words()),
            route.path,
        )?;
        let anchor = if route.label_ends { "end" } else { "start" };
        for (x, y, line) in &route.label {
            let width = line.width() as f64 * SMALL_CELL;
            let left = if route.label_ends { x - width } else { *x };
            let back = Area { x: left - 3.0, y: y - BASE + 1.0, width: width + 6.0, height: LINE };
            rectangle(svg, "behind", &back, 3.0)?;
            text(svg, "small", (*x, *y), anchor, line)?;
        }
        svg.push_str("</g>");
        Ok(())
    }

    fn step(&mut self, index: usize) -> fmt::Result {
        let step = &self.layout.steps[index];
        let (area, lane) = (step.area, step.step.lane.index());
        let is_critical = self.witness.is_in_a_stretch(step.id);
        let class = match (step.step.offending, is_critical) {
            (true, _) => "step offending",
            (false, true) => "step critical",
            (false, false) => "step",
        };
        let svg = &mut self.svg;
        write!(
            svg,
            "<g class=\"{class}\" id=\"{}-step-{index}\" data-step=\"{index}\" \
             data-in-lane=\"{lane}\"><title>{}",
            self.id,
            Escaped(&step.step.words())
        )?;
        if let Some(span) = &step.step.span {
            write!(svg, " ({}:{})", Escaped(&span.file), span.line)?;
        }
        svg.push_str("</title>");
        rectangle(svg, "box", &area, 8.0)?;
        let number = (index + 1).to_string();
        let width = badge_width(index);
        let badge = Area { x: area.x + 6.0, y: area.y + 6.0, width, height: 18.0 };
        rectangle(svg, "badge", &badge, 9.0)?;
        let number_at = (badge.middle(), badge.y + 13.0);
        text(svg, "number small strong", number_at, "middle", &number)?;
        for (position, line) in step.lines.iter().enumerate() {
            // The number stands before the lines of the operation.
            let beside = line.class == "strong";
            let x = if beside { badge.right() + 6.0 } else { area.x + PADDING };
            let y = area.y + PADDING - 2.0 + BASE + LINE * position as f64;
            text(svg, &line.class, (x, y), "start", &line.text)?;
        }
        svg.push_str("</g>");
        Ok(())
    }

    fn marker(&mut self, index: usize) -> fmt::Result {
        let pill = &self.layout.pills[index];
        let (area, slug) = (pill.area, pill.marker.kind.slug());
        let svg = &mut self.svg;
        write!(
            svg,
            "<g class=\"marker {slug}\" id=\"{}-marker-{index}\" data-marker=\"{index}\" \
             data-kind=\"{slug}\"><title>{}</title>",
            self.id,
            Escaped(&pill.marker.words()),
        )?;
        rectangle(svg, "pill", &area, 13.0)?;
        let (x, y) = (area.x + PADDING, area.y + area.height / 2.0 - 8.0);
        write!(svg, "<g transform=\"translate({x:.1} {y:.1})\">{}</g>", icon(pill.marker.kind))?;
        for (number, line) in pill.lines.iter().enumerate() {
            let at = (area.x + PADDING + ICON - 4.0, area.y + 5.0 + BASE + LINE * number as f64);
            text(svg, "strong", at, "start", line)?;
        }
        svg.push_str("</g>");
        Ok(())
    }

    fn legend(&self) -> Legend {
        let mut legend =
            Legend { svg: String::new(), height: 0.0, x: MARGIN, width: self.layout.width };
        let top = self.layout.height;
        for kind in kinds(self.witness) {
            let (x, y) = legend.place(kind.words(), top);
            let _ = write!(
                legend.svg,
                "<g class=\"legend {slug}\"><path class=\"line\" d=\"M{x:.1} {y:.1}h26\" \
                 marker-end=\"url(#{}-head-{slug})\"/>",
                self.id,
                slug = kind.slug(),
            );
            let _ = text(&mut legend.svg, "soft", (x + 34.0, y + 4.0), "start", kind.words());
            legend.svg.push_str("</g>");
        }
        let is_offending = self.witness.steps().iter().any(|step| step.offending);
        let has_stretch = !self.witness.stretches().is_empty();
        let samples = [
            (is_offending, "offending", "box", "breaks the property"),
            (has_stretch, "stretch", "band", Stretch::WORDS),
        ];
        for (_, class, shape, words) in samples.into_iter().filter(|(is_used, ..)| *is_used) {
            let (x, y) = legend.place(words, top);
            let area = Area { x: x + 1.0, y: y - 7.0, width: 25.0, height: 14.0 };
            let _ = write!(legend.svg, "<g class=\"legend {class}\">");
            let _ = rectangle(&mut legend.svg, shape, &area, 4.0);
            let _ = text(&mut legend.svg, "soft", (x + 34.0, y + 4.0), "start", words);
            legend.svg.push_str("</g>");
        }
        legend
    }
}

/// The legend, filled from left to right and then downwards.
struct Legend {
    svg: String,
    height: f64,
    x: f64,
    width: f64,
}

impl Legend {
    /// Where the next sample goes.
    fn place(&mut self, words: &str, top: f64) -> (f64, f64) {
        let needed = 34.0 + words.len() as f64 * CELL;
        if self.height == 0.0 || self.x + needed > self.width {
            self.x = MARGIN;
            self.height += if self.height == 0.0 { 30.0 } else { 22.0 };
        }
        let x = self.x;
        self.x += needed + 22.0;
        (x, top + self.height - 12.0)
    }
}

fn kinds(witness: &Witness) -> impl Iterator<Item = ArrowKind> {
    let used = |kind: &ArrowKind| witness.arrows().iter().any(|arrow| arrow.kind == *kind);
    ArrowKind::ALL.into_iter().filter(used)
}

/// An icon of 16 by 16.
fn icon(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Crash => "<path class=\"icon\" d=\"M9.5 0L2 9.4H7L5.5 16L14 6H8.6Z\"/>",
        MarkerKind::Retry => {
            "<path class=\"icon-line\" d=\"M13.5 8A5.5 5.5 0 1 1 11.4 3.7M11.8.6V4H8.4\"/>"
        }
        MarkerKind::Concurrent => {
            "<path class=\"icon-line\" d=\"M2.5 3L7.5 8L2.5 13M8.5 3L13.5 8L8.5 13\"/>"
        }
    }
}

fn rectangle(svg: &mut String, class: &str, area: &Area, radius: f64) -> fmt::Result {
    let Area { x, y, width, height } = area;
    write!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{radius:.1}\"/>"
    )
}

fn text(svg: &mut String, class: &str, at: (f64, f64), anchor: &str, text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    let (x, y) = at;
    write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"")?;
    if anchor != "start" {
        write!(svg, " text-anchor=\"{anchor}\"")?;
    }
    // Characters that the font lacks come from others, of any width.
    if text.chars().any(|c| c > LAST_LATIN && !MARKS.contains(&c)) {
        let cell = if class.contains("small") { SMALL_CELL } else { CELL };
        let width = text.width() as f64 * (cell - 0.1);
        write!(svg, " textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\"")?;
    }
    write!(svg, ">{}</text>", Escaped(text))
}
