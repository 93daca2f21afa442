/**
 * The crosshair of a payoff, moved by the pointer or by a slider's keys. A separate store, so that moving it redraws
 * only three lines and a readout.
 */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { formatAmountNumber } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import type { Store } from '../../../core/domain/store.ts'
import styles from './charts.module.css'
import { margins, type PayoffCurve, type PayoffScales, type Range, valueAt } from './payoff-geometry.ts'
import { PayoffReadout, readout, writeReadout } from './payoff-readout.tsx'
import { priceText } from './price-text.ts'
import { useRestTimer } from './use-following.ts'

/** A price of the underlying; undefined if inactive. */
export type Crosshair = Store<number | undefined>

/**
 * Position of the crosshair. Re-renders only when it appears or disappears; movements go through `write`, outside
 * React. Undefined if inactive.
 */
function useFollowed(crosshair: Crosshair, write: (at: number) => void): number | undefined {
  const { subscribe, get: read } = crosshair
  useSyncExternalStore(subscribe, () => read() !== undefined)
  const follow = useEffectEvent(() => {
    const at = read()
    if (at !== undefined) write(at)
  })
  // After each render, restore the current position.
  useLayoutEffect(() => follow())
  useLayoutEffect(() => subscribe(() => follow()), [subscribe])
  return read()
}

interface LinesProps {
  readonly crosshair: Crosshair
  readonly scales: PayoffScales
  readonly main: PayoffCurve | undefined
}

export function CrosshairLines({ crosshair, scales, main }: LinesProps): ReactNode {
  const group = useRef<SVGGElement>(null)
  const { x, y, width, height } = scales
  const at = useFollowed(crosshair, now => {
    const [upright, level, dot] = group.current?.children ?? []
    const value = main === undefined ? undefined : valueAt(main, now)
    upright?.setAttribute('transform', `translate(${x(now)},0)`)
    for (const each of [level, dot]) each?.setAttribute('visibility', value === undefined ? 'hidden' : 'visible')
    if (value === undefined) return
    level?.setAttribute('transform', `translate(0,${y(value)})`)
    dot?.setAttribute('transform', `translate(${x(now)},${y(value)})`)
  })
  if (at === undefined) return null
  return (
    <g ref={group} className={styles.crosshair}>
      <line y1={margins.top} y2={height - margins.bottom} />
      <line x1={margins.left} x2={width - margins.right} />
      <circle r={3.5} />
    </g>
  )
}

interface ReadoutProps {
  readonly crosshair: Crosshair
  readonly curves: readonly PayoffCurve[]
  readonly spot: number | undefined
  readonly currency: string
  readonly scales: PayoffScales
}

export function CrosshairReadout({ crosshair, curves, spot, currency, scales }: ReadoutProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const readoutAt = (at: number) => readout({ at, curves, spot, currency, left: scales.x(at), width: scales.width })
  const at = useFollowed(crosshair, now => {
    if (box.current !== null) writeReadout(box.current, readoutAt(now))
  })
  return at === undefined ? null : <PayoffReadout ref={box} readout={readoutAt(at)} />
}

interface KeysProps extends Omit<ReadoutProps, 'scales'> {
  readonly domain: Range
  readonly move: (price: number | undefined) => void
}

/** Keyboard access: an invisible slider over the prices. It follows the pointer once that rests. */
export function CrosshairKeys({ crosshair, curves, spot, currency, domain: [from, to], move }: KeysProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const { subscribe, get: read } = crosshair
  const write = (): void => {
    if (input.current === null) return
    const price = read() ?? spot ?? (from + to) / 2
    const [main] = curves
    const value = main === undefined ? undefined : valueAt(main, price)
    const text = `${priceText(price)}: ${value === undefined ? dash : formatAmountNumber(value, { sign: 'always' })} ${currency}`
    if (input.current.valueAsNumber !== price) input.current.valueAsNumber = price
    input.current.setAttribute('aria-valuetext', text)
  }
  const resting = useRestTimer()
  useEffect(() => resting.set(write))
  const follow = useEffectEvent(() => {
    if (read() === undefined) write()
    else resting.moved()
  })
  useLayoutEffect(write)
  useLayoutEffect(() => subscribe(() => follow()), [subscribe])
  return (
    <input
      ref={input}
      type="range"
      className={styles.crosshairKeys}
      aria-label="Price at the crosshair"
      min={from}
      max={to}
      step={(to - from) / 200 || 'any'}
      onFocus={write}
      onChange={event => {
        move(event.target.valueAsNumber)
        write()
      }}
      onBlur={() => move(undefined)}
    />
  )
}
