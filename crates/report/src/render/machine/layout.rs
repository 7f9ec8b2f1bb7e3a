//! Where the states and labels of a machine lie: columns from left to right, states and
//! labels by turns.
//!
//! A label has a place of its own in the column after the state that its arrow leaves, and an
//! arrow that goes on through further columns has a place in each of them. So no label covers
//! another one, and no arrow crosses a state or a label that is not its own.

/// What takes room in a column, above and below the line on which arrows meet it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub column: usize,
    pub width: f64,
    pub above: f64,
    pub below: f64,
    /// The height of the line.
    pub y: f64,
}

/// Items and which of them lie beside each other on an arrow.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub items: Vec<Item>,
    links: Vec<(usize, usize)>,
    /// The left and the right end of each column.
    pub columns: Vec<(f64, f64)>,
    pub height: f64,
}

/// Between two columns: room for arrows to change their height.
const BETWEEN: f64 = 36.0;
/// Between two items of a column.
const APART: f64 = 12.0;
/// A column without anything is at least so wide.
const NARROWEST: f64 = 8.0;
/// So often every item moves towards its neighbours.
const ROUNDS: usize = 24;

impl Layout {
    /// Adds something to a column; its number.
    pub fn add(&mut self, column: usize, width: f64, above: f64, below: f64) -> usize {
        self.items.push(Item { column, width, above, below, y: 0.0 });
        self.items.len() - 1
    }

    /// Says that an arrow goes from one to the other.
    pub fn link(&mut self, one: usize, other: usize) {
        self.links.push((one, other));
    }

    /// Finds a place for everything.
    pub fn arrange(&mut self, margin: f64) {
        let count = self.items.iter().map(|item| item.column + 1).max().unwrap_or(0);
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, item) in self.items.iter().enumerate() {
            columns[item.column].push(index);
        }
        for column in &columns {
            let wished: Vec<f64> = column.iter().map(|_| 0.0).collect();
            self.place(column, &wished);
        }
        for round in 0..ROUNDS {
            for step in 0..count {
                let column = if round % 2 == 0 { step } else { count - 1 - step };
                let column = &mut columns[column];
                let mean = |item: usize| self.mean_of_neighbours(item);
                // In the first rounds items also change places, so that fewer arrows cross.
                if round < ROUNDS / 2 {
                    column.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)));
                }
                let wished: Vec<f64> = column.iter().map(|item| mean(*item)).collect();
                self.place(column, &wished);
            }
        }
        self.set_heights(margin);
        self.set_columns(&columns, margin);
    }

    fn mean_of_neighbours(&self, item: usize) -> f64 {
        let other = |(one, other): &(usize, usize)| match item {
            _ if *one == item => Some(*other),
            _ if *other == item => Some(*one),
            _ => None,
        };
        let all: Vec<f64> =
            self.links.iter().filter_map(other).map(|it| self.items[it].y).collect();
        match all.len() {
            0 => self.items[item].y,
            count => all.iter().sum::<f64>() / count as f64,
        }
    }

    /// Places the items of a column one below the other, as near as that allows to where they
    /// wish to be.
    fn place(&mut self, column: &[usize], wished: &[f64]) {
        let mut least = f64::NEG_INFINITY;
        let mut moved = 0.0;
        for (item, wished) in column.iter().zip(wished) {
            let item = &mut self.items[*item];
            item.y = wished.max(least + item.above);
            moved += item.y - wished;
            least = item.y + item.below + APART;
        }
        // Items only move down for each other; all of them move back up by the mean of that.
        let shift = moved / column.len().max(1) as f64;
        column.iter().for_each(|item| self.items[*item].y -= shift);
    }

    fn set_heights(&mut self, margin: f64) {
        let top = self.items.iter().map(|item| item.y - item.above).fold(f64::INFINITY, f64::min);
        let top = if top.is_finite() { top } else { 0.0 };
        self.items.iter_mut().for_each(|item| item.y += margin - top);
        let bottom = self.items.iter().map(|item| item.y + item.below).fold(0.0, f64::max);
        self.height = bottom + margin;
    }

    fn set_columns(&mut self, columns: &[Vec<usize>], margin: f64) {
        let mut left = margin;
        for column in columns {
            let widths = column.iter().map(|item| self.items[*item].width);
            let right = left + widths.fold(NARROWEST, f64::max);
            self.columns.push((left, right));
            left = right + BETWEEN;
        }
    }

    /// The width of everything.
    pub fn width(&self, margin: f64) -> f64 {
        self.columns.last().map_or(0.0, |(_, right)| *right) + margin
    }

    /// The middle of an item.
    pub fn middle(&self, item: usize) -> (f64, f64) {
        let item = &self.items[item];
        let (left, right) = self.columns[item.column];
        ((left + right) / 2.0, item.y)
    }
}
