// Looks at what the browser has drawn in each frame. A problem is a sentence;
// a page without problems has none.
"use strict";

const overlapIsFine = 0.75; // pixels: borders are drawn half outside

function inside(outer, inner, slack = overlapIsFine) {
  return inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
}

function measurePicture(svg, problems) {
  const frame = svg.getBoundingClientRect();
  const named = (attribute) => [...svg.querySelectorAll(`[${attribute}]`)];
  const drawn = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width + box.height < 4) problems.push(`${element.id} is not drawn`);
    if (!inside(frame, box, 3)) problems.push(`${element.id} is outside the picture`);
    return box;
  };
  const boxes = new Map();
  for (const lane of named("data-lane")) drawn(lane.querySelector(".lane-head"));
  for (const step of named("data-step")) {
    const box = drawn(step.querySelector(".box"));
    boxes.set(step.dataset.step, box);
    for (const text of step.querySelectorAll("text")) {
      if (!inside(box, text.getBoundingClientRect(), 1)) {
        problems.push(`${step.id}: "${text.textContent}" is outside its box`);
      }
    }
  }
  for (const marker of named("data-marker")) {
    const box = drawn(marker);
    for (const text of marker.querySelectorAll("text")) {
      if (!inside(box, text.getBoundingClientRect(), 1)) problems.push(`${marker.id}: text outside`);
    }
  }
  for (const call of named("data-call")) drawn(call.querySelector(".call-box"));
  for (const stretch of named("data-stretch")) drawn(stretch.querySelector(".band"));
  checkOverlap([...boxes.entries()], problems);
  checkOrder([...boxes.values()], problems);
  const arrows = named("data-arrow").map((arrow) => {
    checkArrow(arrow, boxes, frame, problems);
    return `${arrow.dataset.from}-${arrow.dataset.to}`;
  });
  const scroller = svg.closest(".scroll");
  return {
    lanes: named("data-lane").length,
    steps: named("data-step").length,
    calls: named("data-call").length,
    markers: named("data-marker").length,
    stretches: named("data-stretch").length,
    arrows,
    scrolls: scroller.scrollWidth > scroller.clientWidth,
  };
}

function checkOverlap(boxes, problems) {
  for (const [a, one] of boxes) {
    for (const [b, two] of boxes) {
      const apart = one.right < two.left || two.right < one.left || one.bottom < two.top || two.bottom < one.top;
      if (a < b && !apart) problems.push(`step ${a} and step ${b} overlap`);
    }
  }
}

function checkOrder(boxes, problems) {
  for (let i = 1; i < boxes.length; i += 1) {
    if (boxes[i].top < boxes[i - 1].bottom) problems.push(`step ${i} is not below step ${i - 1}`);
  }
}

// An arrow begins at its source, ends at its target, and crosses no other box.
function checkArrow(arrow, boxes, frame, problems) {
  const path = arrow.querySelector(".line");
  const length = path.getTotalLength();
  if (length < 8) problems.push(`${arrow.id} is too short to be seen`);
  if (getComputedStyle(path).stroke === "none") problems.push(`${arrow.id} has no colour`);
  const toScreen = path.getScreenCTM();
  const at = (distance) => path.getPointAtLength(distance).matrixTransform(toScreen);
  const touches = (point, box) => point.x >= box.left - 2 && point.x <= box.right + 2 &&
    point.y >= box.top - 2 && point.y <= box.bottom + 2;
  const { from, to } = arrow.dataset;
  if (!touches(at(0), boxes.get(from))) problems.push(`${arrow.id} does not begin at its source`);
  if (!touches(at(length), boxes.get(to))) problems.push(`${arrow.id} does not end at its target`);
  for (let distance = 4; distance < length - 4; distance += 3) {
    const point = at(distance);
    for (const [step, box] of boxes) {
      const within = point.x > box.left + 1 && point.x < box.right - 1 && point.y > box.top + 1 && point.y < box.bottom - 1;
      if (within) { problems.push(`${arrow.id} crosses step ${step}`); return; }
    }
    if (point.x < frame.left || point.x > frame.right) { problems.push(`${arrow.id} leaves the picture`); return; }
  }
}

function measure(frame) {
  const page = frame.contentDocument;
  const problems = [];
  const visible = [...page.querySelectorAll("svg.aplomb-timeline")].filter((svg) => svg.getBoundingClientRect().width > 0);
  const pictures = visible.map((svg) => measurePicture(svg, problems));
  const ids = [...page.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) problems.push("an id is used twice");
  for (const link of page.querySelectorAll("a[href^='#']")) {
    if (!page.getElementById(link.getAttribute("href").slice(1))) problems.push(`${link.href} leads nowhere`);
  }
  return {
    problems,
    pictures,
    width: page.documentElement.scrollWidth,
    foreign: page.querySelectorAll("script, img, iframe, object, embed, link").length,
    hacked: "hacked" in window,
  };
}

window.addEventListener("load", () => {
  const results = [...document.querySelectorAll("iframe")].map((frame) => {
    try {
      return measure(frame);
    } catch (error) {
      return { problems: [String(error)] };
    }
  });
  document.getElementById("result").textContent = JSON.stringify(results);
});
