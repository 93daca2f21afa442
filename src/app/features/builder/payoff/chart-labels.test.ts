import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { call, put } from '../../../../testing/universe.fixture.ts'
import { type Box, boxOf, chartLabels, covers } from '../../../ui/charts/chart-labels.ts'
import { payoffScales } from '../../../ui/charts/payoff-geometry.ts'
import { xTicks, yTicks } from '../../../ui/charts/payoff-plot.tsx'
import { exactPriceText } from '../../../ui/charts/price-text.ts'
import { gripsOf } from './strike-grips.ts'

const leg = fc
  .tuple(fc.constantFrom(call, put), fc.constantFrom(90, 95, 100, 105, 110), fc.constantFrom(1, -1, 2, -3, 12, -140))
  .map(([right, strike, ratio]): PackageLeg => ({ symbol: right(strike), ratio }))
const price = fc.double({ min: 60_000, max: 140_000, noNaN: true })
const drafts = fc.record({
  legs: fc.uniqueArray(leg, { selector: each => each.symbol, minLength: 1, maxLength: 8 }),
  width: fc.integer({ min: 280, max: 1500 }),
  height: fc.integer({ min: 200, max: 700 }),
  from: fc.double({ min: 60_000, max: 96_000, noNaN: true }),
  span: fc.double({ min: 1_000, max: 60_000, noNaN: true }),
  least: fc.double({ min: -200_000, max: -1, noNaN: true }),
  most: fc.double({ min: 1, max: 200_000, noNaN: true }),
  spot: price,
  bands: fc.tuple(price, price),
  breakEvens: fc.array(price, { maxLength: 6 }),
  kinks: fc.array(fc.record({ x: price, y: fc.double({ min: -200_000, max: 200_000, noNaN: true }) }), {
    maxLength: 6,
  }),
  currency: fc.constantFrom('USD', 'USDC'),
  /** Straight lines from the left edge to the right one, as parts of the height. */
  lines: fc.array(
    fc.tuple(fc.double({ min: -0.5, max: 1.5, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    {
      maxLength: 5,
    },
  ),
})

type DraftSample = typeof drafts extends fc.Arbitrary<infer Sample> ? Sample : never

function laidOut({
  legs,
  width,
  height,
  from,
  span,
  least,
  most,
  spot,
  bands,
  breakEvens,
  kinks,
  currency,
  lines,
}: DraftSample) {
  const scales = payoffScales(width, height, [from, from + span], [least, most])
  const overlay = {
    ...scales,
    x: (value: number) => scales.x(value),
    y: (value: number) => scales.y(value),
    invertX: (px: number) => px,
  }
  const grips = gripsOf(legs, overlay)
  const curves = lines.map(([start, end], at) => ({
    text: `Curve ${at}`,
    at: (px: number) => (start + ((end - start) * px) / width) * height,
  }))
  const {
    axisName,
    spot: here,
    ...lists
  } = chartLabels({
    scales,
    taken: grips,
    axisName: `P&L, ${currency}`,
    spot: { value: spot, text: `mark ${exactPriceText(spot)}` },
    bands: bands.map((value, at) => ({ value, text: `±${at + 1}σ` })),
    breakEvens: breakEvens.map(value => ({ value, text: exactPriceText(value) })),
    kinks,
    xTicks: xTicks(scales),
    yTicks: yTicks(scales),
    curves,
  })
  const placed = [axisName, here, ...Object.values(lists).flat()].flatMap(label => (label === undefined ? [] : [label]))
  const marks = kinks.map(kink => ({ x: scales.x(kink.x) - 4, y: scales.y(kink.y) - 4, width: 8, height: 8 }))
  return { grips, marks, curves, names: lists.curves, axisName: boxOf(axisName), labels: placed.map(boxOf) }
}
const covered = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((box, at) =>
    boxes.slice(at + 1).flatMap(other => (covers(box, other) ? [JSON.stringify([box, other])] : [])),
  )

it('no word of the payoff chart covers another, nor a handle, whatever the draft and the size', () => {
  fc.assert(
    fc.property(drafts, draft => {
      const { grips, labels } = laidOut(draft)
      expect(covered(grips)).toEqual([])
      expect(covered([...grips, ...labels])).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('no word covers the mark of a strike: a break-even beside one has its words further down', () => {
  fc.assert(
    fc.property(drafts, draft => {
      const { marks, axisName, labels } = laidOut(draft)
      // The axis name is above the plot, away from visible marks.
      const inSight = marks.filter(mark => !covers(mark, axisName))
      expect(labels.flatMap(label => inSight.filter(mark => covers(label, mark)))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

it('no curve crosses a name of a curve', () => {
  fc.assert(
    fc.property(drafts, draft => {
      const { curves, names } = laidOut(draft)
      const boxes = names.flatMap(name => (name === undefined ? [] : [boxOf(name)]))
      const crossed = boxes.filter(({ x, y, width, height }) =>
        curves.some(({ at }) => {
          const ends = [at(x), at(x + width)]
          return Math.max(...ends) >= y && Math.min(...ends) <= y + height
        }),
      )
      expect(crossed).toEqual([])
    }),
    { numRuns: 300 },
  )
})

it('and at a usual size every break-even in sight has its words', () => {
  const draft = {
    legs: [{ symbol: call(100), ratio: 1 }],
    width: 700,
    height: 380,
    from: 80_000,
    span: 40_000,
    least: -9_000,
    most: 9_000,
  }
  const drawn = {
    ...draft,
    spot: 97_500,
    bands: [105_000, 112_000] as [number, number],
    kinks: [],
    currency: 'USD' as const,
    lines: [
      [0.1, 0.2],
      [0.9, 0.3],
    ] as [number, number][],
  }
  const { labels, names, curves } = laidOut({ ...drawn, breakEvens: [91_000, 93_000, 107_000] })
  const none = laidOut({ ...drawn, breakEvens: [] })
  expect(labels.length - none.labels.length).toBe(3)
  expect(names.map(name => name?.text)).toEqual(curves.map(curve => curve.text))
})
