/** Strike handles on a price axis: their labels, and positions without overlap. Pixels. */
import { toNumber } from '../../../../core/domain/decimal.ts'
import { parseInstrumentName } from '../../../../core/domain/instrument.ts'
import { type StrikeHandle, strikeHandles } from '../../../../core/domain/package/move-legs.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import type { Box } from '../../../ui/charts/chart-labels.ts'
import { labelRows, margins } from '../../../ui/charts/payoff-geometry.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'

export const gripHeight = 18
const [narrowGrip, letterWidth, air] = [30, 7, 8]

export const legsAt = ({ symbols }: StrikeHandle, legs: readonly PackageLeg[]): readonly PackageLeg[] =>
  legs.filter(leg => symbols.includes(leg.symbol))

/** `+2C`, `−P`; several legs at one strike by side and letter: `−C+C`. */
export function gripLetters(legs: readonly PackageLeg[]): string {
  const letterOf = (leg: PackageLeg): string => {
    const name = parseInstrumentName(leg.symbol)
    return name?.product === 'option' && name.right === 'put' ? 'P' : 'C'
  }
  const [only] = legs
  if (only === undefined) return ''
  if (legs.length > 1) return legs.map(leg => `${leg.ratio > 0 ? '+' : '−'}${letterOf(leg)}`).join('')
  const size = Math.abs(only.ratio)
  return `${only.ratio > 0 ? '+' : '−'}${size === 1 ? '' : size}${letterOf(only)}`
}

/**
 * Boxes of the handles, stacked if they overlap. Handles outside the range stay at the edge, so that they can be
 * dragged back.
 */
export function gripBoxes(
  handles: readonly StrikeHandle[],
  legs: readonly PackageLeg[],
  scales: OverlayScales,
): readonly Box[] {
  const { x, width, height } = scales
  const middles = handles.map(({ strike }) =>
    Math.min(width - margins.right, Math.max(margins.left, x(toNumber(strike)))),
  )
  const widths = handles.map(handle =>
    Math.max(narrowGrip, gripLetters(legsAt(handle, legs)).length * letterWidth + air),
  )
  const rows = labelRows(middles, Math.max(narrowGrip, ...widths) + 2)
  return middles.map((middle, at) => {
    const own = widths[at] ?? narrowGrip
    return {
      x: middle - own / 2,
      y: height - margins.bottom - ((rows[at] ?? 0) + 1) * (gripHeight + 2),
      width: own,
      height: gripHeight,
    }
  })
}

export const gripsOf = (legs: readonly PackageLeg[], scales: OverlayScales): readonly Box[] =>
  gripBoxes(strikeHandles(legs), legs, scales)
