/**
 * Places the labels of a payoff chart without overlaps between each other, curve marks and overlays. A label without
 * room is omitted: a tick has neighbours, a break-even its mark and the figure above the chart. Pixels; text widths are
 * estimated generously.
 */
import { margins, type PayoffScales } from './payoff-geometry.ts'
import { widthOfText } from './text-width.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** `x` is the middle of the text, or its end; `y` is its baseline. */
export interface PlacedLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor?: 'end' | undefined
}

export interface LabelledValue {
  readonly value: number
  readonly text: string
}

export interface LabelInputs {
  readonly scales: Pick<PayoffScales, 'x' | 'y' | 'width' | 'height'>
  readonly axisName: string
  readonly spot: LabelledValue | undefined
  /** Positions of their upper ends. */
  readonly bands: readonly LabelledValue[]
  readonly breakEvens: readonly LabelledValue[]
  readonly kinks: readonly { readonly x: number; readonly y: number }[]
  readonly xTicks: readonly LabelledValue[]
  readonly yTicks: readonly LabelledValue[]
  readonly taken: readonly Box[]
  /** `at` gives the curve's vertical position at a horizontal one, undefined outside the curve. */
  readonly curves: readonly NamedCurve[]
}

export interface NamedCurve {
  readonly text: string
  readonly at: (px: number) => number | undefined
}

/** In input order; undefined for a label without room. */
export interface ChartLabels {
  readonly axisName: PlacedLabel
  readonly spot: PlacedLabel | undefined
  readonly bands: readonly (PlacedLabel | undefined)[]
  readonly breakEvens: readonly (PlacedLabel | undefined)[]
  readonly xTicks: readonly (PlacedLabel | undefined)[]
  readonly yTicks: readonly (PlacedLabel | undefined)[]
  readonly curves: readonly (PlacedLabel | undefined)[]
}

const [ascent, descent] = [9, 3]
const rowHeight = ascent + descent
/** Maximum number of rows: for a break-even on either side of zero, and for a band below its end. */
const mostRows = 4

export const boxOf = ({ text, x, y, anchor }: PlacedLabel): Box => {
  const width = widthOfText(text)
  return { x: anchor === 'end' ? x - width : x - width / 2, y: y - ascent, width, height: rowHeight }
}

export const covers = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const markHalf = 4

const markAt = (x: number, y: number): Box => ({
  x: x - markHalf,
  y: y - markHalf,
  width: 2 * markHalf,
  height: 2 * markHalf,
})

const mostMoved = 8

function placer(taken: readonly Box[]) {
  const boxes = [...taken]
  return (places: readonly PlacedLabel[]): PlacedLabel | undefined => {
    const free = places.find(index => !boxes.some(box => covers(box, boxOf(index))))
    if (free !== undefined) boxes.push(boxOf(free))
    return free
  }
}

/** Corner at the top right of the chart for its button. */
const corner = { width: 52, height: 24 }

/** A curve's name ends within this distance of the plot's right edge, and its curve is within this height beside it. */
const [nameStep, nameSteps, nameGap, mostApart] = [14, 10, 4, 24]
const samples = Array.from({ length: 13 }, (_, index) => index / 12)

interface Extent {
  readonly top: number
  readonly bottom: number
  readonly end: number
}

/** Heights of a curve over a range; undefined if the curve does not span it. */
function extentOver({ at }: NamedCurve, from: number, to: number): Extent | undefined {
  const ys = samples.flatMap(part => at(from + (to - from) * part) ?? [])
  const end = ys.at(-1)
  if (end === undefined || ys.length < samples.length) return undefined
  return { top: Math.min(...ys), bottom: Math.max(...ys), end }
}

/** Places above and below the curve, where the name's end touches it or the curve is nearly level. */
function namePlaces(curve: NamedCurve, others: readonly NamedCurve[], rightPx: number): readonly PlacedLabel[] {
  const { text } = curve
  const ends = Array.from({ length: nameSteps }, (_, step) => rightPx - nameGap - step * nameStep)
  return ends.flatMap(x => {
    const own = extentOver(curve, x - widthOfText(text), x)
    if (own === undefined) return []
    const above = { edge: own.top, y: own.top - nameGap - descent }
    const below = { edge: own.bottom, y: own.bottom + nameGap + ascent }
    return [above, below]
      .filter(({ edge }) => edge === own.end || own.bottom - own.top <= mostApart)
      .map(({ y }): PlacedLabel => ({ text, x, y, anchor: 'end' }))
      .filter(place => {
        const box = boxOf(place)
        return others.every(other => {
          const extent = extentOver(other, box.x, box.x + box.width)
          return extent === undefined || extent.bottom < box.y || extent.top > box.y + box.height
        })
      })
  })
}

export function chartLabels({
  scales,
  axisName,
  spot,
  bands,
  breakEvens,
  kinks,
  xTicks,
  yTicks,
  taken,
  curves,
}: LabelInputs): ChartLabels {
  const { x, y, width, height } = scales
  const [left, right, top, bottom] = [margins.left, width - margins.right, margins.top, height - margins.bottom]
  const named = { text: axisName, x: 6 + widthOfText(axisName) / 2, y: 10 }
  const marks = [
    ...breakEvens.map(({ value }) => markAt(x(value), y(0))),
    ...kinks.map(kink => markAt(x(kink.x), y(kink.y))),
  ]
  const index = placer([...taken, ...marks, boxOf(named), { ...corner, x: width - corner.width, y: 0 }])
  const within = (px: number, text: string, from: number, to: number): number => {
    const half = widthOfText(text) / 2
    return Math.max(from + half, Math.min(to - half, px))
  }
  const isSeen = (value: number): boolean => x(value) >= left - 0.5 && x(value) <= right + 0.5
  const rows = Array.from({ length: mostRows }, (_, row) => row)
  const afterName = boxOf(named).x + boxOf(named).width + 6
  return {
    axisName: named,
    spot:
      spot === undefined || !isSeen(spot.value)
        ? undefined
        : index([{ text: spot.text, x: within(x(spot.value), spot.text, afterName, width - corner.width), y: 10 }]),
    yTicks: yTicks.map(({ value, text }) => index([{ text, x: left - 6, y: y(value) + 3.4, anchor: 'end' }])),
    xTicks: xTicks.map(({ value, text }) => {
      // A label moved too far would seem to belong to a neighbouring value.
      const at = within(x(value), text, 0, width)
      return Math.abs(at - x(value)) > mostMoved ? undefined : index([{ text, x: at, y: height - 8 }])
    }),
    breakEvens: breakEvens.map(({ value, text }) => {
      if (!isSeen(value)) return undefined
      const at = within(x(value), text, left, width - 2)
      const below = rows.map(row => y(0) + 16 + row * rowHeight)
      const above = rows.map(row => y(0) - 8 - row * rowHeight)
      return index(
        [...below, ...above]
          .filter(line => line - ascent >= top && line + descent <= bottom)
          .map(line => ({ text, x: at, y: line })),
      )
    }),
    curves: curves.map(curve =>
      index(
        namePlaces(
          curve,
          curves.filter(other => other !== curve),
          right,
        ).filter(({ y: line }) => line - ascent >= top && line + descent <= bottom),
      ),
    ),
    bands: bands.map(({ value, text }) => {
      const end = Math.min(right, Math.max(left, x(value)))
      return index(
        rows.map(row => ({
          text,
          x: within(end - 4 - widthOfText(text) / 2, text, left, right),
          y: bottom - 6 - row * rowHeight,
        })),
      )
    }),
  }
}
