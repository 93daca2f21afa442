/**
 * Own orders as horizontal lines in a chart over time. A movable one is dragged, or stepped with the arrow keys and
 * placed with Enter; Escape resets it. Placing it only calls back: nothing has changed yet.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import type { Range } from './payoff-geometry.ts'
import { type TimeScales, timeMargins } from './time-geometry.ts'
import styles from './time-levels.module.css'

export interface TimeLevel {
  readonly id: string
  readonly value: number
  readonly step: number
  readonly tone: 'buy' | 'sell'
  /** Description after moving by this number of steps: "Buy 2 at 1,234.5". */
  textOf(steps: number): string
  readonly onMove?: ((steps: number) => void) | undefined
}

/**
 * The visible values, extended to nearby levels. Levels too far away would flatten the lines, and are drawn at the
 * edge.
 */
export function withLevels([low, high]: Range, levels: readonly Pick<TimeLevel, 'value'>[]): Range {
  const width = high - low
  const near = levels.map(({ value }) => value).filter(value => value > low - width && value < high + width)
  if (near.length === 0) return [low, high]
  const air = width * 0.08
  return [Math.min(low, ...near.map(value => value - air)), Math.max(high, ...near.map(value => value + air))]
}

interface TimeLevelsProps {
  readonly levels: readonly TimeLevel[]
  readonly scales: TimeScales
}

export const TimeLevels = ({ levels, scales }: TimeLevelsProps): ReactNode =>
  levels.map(level => <Level key={level.id} level={level} scales={scales} />)

const stepKeys: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

function Level({ level, scales }: { readonly level: TimeLevel; readonly scales: TimeScales }): ReactNode {
  const { value, step, tone, textOf, onMove } = level
  const [steps, setSteps] = useState(0)
  const [grip, setGrip] = useState<{ readonly y: number; readonly steps: number }>()
  const { y, height, left } = scales
  const plotted = (at: number): number => Math.min(height - timeMargins.bottom, Math.max(timeMargins.top, y(at)))
  const top = plotted(value + steps * step)
  const text = textOf(steps)
  const [lowest, highest] = y.domain()
  const at = value + steps * step
  const beyond = at > (highest ?? at) ? 'up' : at < (lowest ?? at) ? 'down' : undefined
  const place = { top, left, right: timeMargins.right }
  if (onMove === undefined) {
    return (
      <div className={styles.level} data-tone={tone} data-beyond={beyond} style={place}>
        <span className={styles.label}>{text}</span>
      </div>
    )
  }
  const put = (): void => {
    setSteps(0)
    setGrip(undefined)
    if (steps !== 0) onMove(steps)
  }
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (grip === undefined) return
    const moved = y.invert(event.clientY) - y.invert(grip.y)
    setSteps(grip.steps + Math.round(moved / step))
  }
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const by = stepKeys[event.key]
    if (by !== undefined) setSteps(steps + by)
    else if (event.key === 'Enter') put()
    else if (event.key === 'Escape' && steps !== 0) setSteps(0)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // A range input is horizontal and cannot be such a line.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={`${textOf(0)}: amend by moving its price`}
      aria-orientation="vertical"
      aria-valuenow={value + steps * step}
      aria-valuetext={steps === 0 ? text : `${text}; Enter reviews it`}
      className={styles.level}
      data-tone={tone}
      data-beyond={beyond}
      data-movable=""
      data-moved={steps !== 0 || undefined}
      style={place}
      title="Drag to amend: it opens the review and sends nothing"
      onKeyDown={key}
      onBlur={() => setSteps(0)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setGrip({ y: event.clientY, steps })
      }}
      onPointerMove={drag}
      onPointerUp={put}
      onPointerCancel={() => {
        setSteps(0)
        setGrip(undefined)
      }}
    >
      <span className={styles.label}>{text}</span>
    </div>
  )
}
