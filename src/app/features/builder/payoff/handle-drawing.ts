/**
 * Handles, ticks and drag label as plain values: React renders them, and a drag writes changes directly into the DOM
 * within the pointer's frame. Pixels.
 */
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import { type Side, sideSign } from '../../../../core/domain/order.ts'
import {
  draggedHandles,
  type StrikeHandle,
  strikeHandles,
  strikesFor,
} from '../../../../core/domain/package/move-legs.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import type { OverlayScales } from '../../../ui/charts/payoff-plot.tsx'
import { formatQuantity } from '../../../ui/format/format-decimal.ts'
import { type ChipDrawing, chipDrawing, type FiguresOf } from './drag-chip.tsx'
import { gripBoxes, gripLetters, legsAt } from './strike-grips.ts'

export interface GripDrawing {
  readonly handle: StrikeHandle
  readonly x: number
  readonly top: number
  readonly width: number
  readonly side: 'bought' | 'sold' | 'mixed'
  /** `+1 BTC 25DEC26 95000 P`. */
  readonly words: string
  readonly letters: string
  readonly least: number
  readonly most: number
  readonly strike: number
  readonly strikeText: string
}

export interface HandlesDrawing {
  readonly grips: readonly GripDrawing[]
  readonly ticks: string
  readonly chip: ChipDrawing | undefined
}

export interface HandlesInputs {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly listed: ListedChains
  readonly scales: OverlayScales
  readonly figuresOf: FiguresOf
  readonly current: string | undefined
}

export interface DraggedFrom {
  readonly origin: readonly PackageLeg[]
  readonly at: number
}

export const isOf = (handle: StrikeHandle, symbol: string | undefined): boolean =>
  symbol !== undefined && handle.symbols.includes(symbol)

export function handlesDrawing(
  inputs: HandlesInputs,
  drag: DraggedFrom | undefined,
  before?: HandlesDrawing,
): HandlesDrawing {
  const { legs, side, listed, scales, figuresOf, current } = inputs
  const handles = drag === undefined ? strikeHandles(legs) : draggedHandles(legs, drag.origin)
  const boxes = gripBoxes(handles, legs, scales)
  const ends = [scales.invertX(margins.left), scales.invertX(scales.width - margins.right)] as const
  const grips = handles.map((handle, at) => {
    const box = boxes[at] ?? { x: 0, y: 0, width: 0, height: 0 }
    const own = legsAt(handle, legs).map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) }))
    const sides = new Set(own.map(leg => Math.sign(leg.ratio)))
    const strike = toNumber(handle.strike)
    return {
      handle,
      x: box.x + box.width / 2,
      top: box.y,
      width: box.width,
      side: sides.size > 1 ? ('mixed' as const) : sides.has(1) ? ('bought' as const) : ('sold' as const),
      words: own.map(leg => `${leg.ratio > 0 ? '+' : '−'}${Math.abs(leg.ratio)} ${shortName(leg.symbol)}`).join(', '),
      letters: gripLetters(own),
      least: Math.round(Math.min(ends[0], strike)),
      most: Math.round(Math.max(ends[1], strike)),
      strike,
      strikeText: formatQuantity(handle.strike),
    }
  })
  const active = drag === undefined ? undefined : handles[drag.at]
  const ticked = drag === undefined ? (handles.find(handle => isOf(handle, current)) ?? handles[0]) : active
  const tickedBefore = drag === undefined ? undefined : before?.grips[drag.at]?.handle
  const box = drag === undefined ? undefined : boxes[drag.at]
  return {
    grips,
    ticks:
      before !== undefined && tickedBefore !== undefined && chainsOf(tickedBefore) === chainsOf(ticked)
        ? before.ticks
        : ticksPath(ticked, listed, scales),
    chip:
      drag === undefined || active === undefined || box === undefined
        ? undefined
        : chipDrawing({ handle: active, origin: drag.origin, legs, side, figuresOf, grip: box, width: scales.width }),
  }
}

function chainsOf(handle: StrikeHandle | undefined): string {
  const read = handle?.symbols.map(symbol => {
    const name = parseInstrumentName(symbol)
    return name?.product === 'option' ? `${name.base} ${name.expiryMs} ${name.right}` : symbol
  })
  return read?.join('/') ?? ''
}

const tickLength = 5

function ticksPath(handle: StrikeHandle | undefined, listed: ListedChains, scales: OverlayScales): string {
  const strikes = handle === undefined ? [] : strikesFor(handle, listed)
  const bottom = scales.height - margins.bottom
  return strikes
    .map(strike => Math.round(scales.x(strike)))
    .filter(x => x >= margins.left && x <= scales.width - margins.right)
    .map(x => `M${x} ${bottom}v${tickLength}`)
    .join('')
}
