// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { canReplace, fitsScales, writeCurves } from './curve-paths.ts'
import { areaPath, linePath, type PayoffCurve, payoffScales } from './payoff-geometry.ts'

const curve = (id: string, ys: readonly number[]): PayoffCurve => ({
  id,
  label: id,
  kind: 'expiry',
  xs: [0, 50, 100],
  ys,
})
const scales = payoffScales(200, 100, [0, 100], [-10, 10])
const shown = [curve('main', [-5, 0, 5]), curve('today', [-4, 0, 4])]

test('curves take the place of the same curves, and of no others', () => {
  expect(canReplace(shown, [curve('main', [-99, 3, 10]), curve('today', [0, 0, 0])])).toBe(true)
  expect(canReplace(shown, [curve('main', [0, 0, 0])])).toBe(false)
  expect(canReplace(shown, [curve('main', [0, 0, 0]), curve('book', [0, 0, 0])])).toBe(false)
})

test('a curve that leaves the values shown needs other axes, unless it does so beside the prices shown', () => {
  expect(fitsScales([curve('main', [-10, 3, 10]), curve('today', [0, 0, 0])], scales)).toBe(true)
  expect(fitsScales([curve('main', [-11, 0, 5]), curve('today', [0, 0, 0])], scales)).toBe(false)
  const wide: PayoffCurve = { ...curve('main', [-99, 0, 5]), xs: [-50, 50, 100] }
  expect(fitsScales([wide, curve('today', [0, 0, 0])], scales)).toBe(true)
})

test('each path gets its curve, the areas that of the main one, and nothing else is touched', () => {
  document.body.innerHTML =
    '<svg><path data-area="" d="M0,0"/><path data-curve="main" d="M0,0"/><path data-curve="today" d="M0,0"/><path class="axis" d="M1,1"/></svg>'
  const plot = document.querySelector('svg')
  const next = [curve('main', [1, 2, 3]), curve('today', [3, 2, 1])] as const
  if (plot !== null) writeCurves(plot, next, scales)
  expect([...document.querySelectorAll('path')].map(path => path.getAttribute('d'))).toEqual([
    areaPath(next[0], scales),
    linePath(next[0], scales),
    linePath(next[1], scales),
    'M1,1',
  ])
})
