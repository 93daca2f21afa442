/** Shared parts of all charts: figure with legend, value lines, readout and its keys. */
import { type PointerEvent, type ReactNode, type Ref, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import styles from './charts.module.css'
import { useSize } from './use-size.ts'

interface ChartFigureProps {
  readonly label: string
  readonly testId?: string | undefined
  readonly toolbar?: ReactNode
  readonly legend: readonly { readonly id: string; readonly label: string; readonly swatch?: string | undefined }[]
  readonly asTable?: boolean
  readonly onToggle?: (() => void) | undefined
  readonly stage?: Ref<HTMLDivElement>
  readonly children?: ReactNode
}

export function ChartFigure(props: ChartFigureProps): ReactNode {
  const { label, testId, toolbar, legend, asTable = false, onToggle, stage, children } = props
  return (
    <figure className={styles.chart} aria-label={label} data-testid={testId}>
      <figcaption className={styles.legend}>
        {toolbar}
        {legend.map(each => (
          <span key={each.id} className={styles.legendItem}>
            <span className={cx(styles.swatch, each.swatch)} aria-hidden="true" />
            {each.label}
          </span>
        ))}
        {onToggle !== undefined && <TableToggle asTable={asTable} onToggle={onToggle} />}
      </figcaption>
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
    </figure>
  )
}

interface TableToggleProps {
  readonly asTable: boolean
  readonly onToggle: () => void
}

export const TableToggle = ({ asTable, onToggle }: TableToggleProps): ReactNode => (
  <Button size="sm" variant="quiet" className={styles.toggle} aria-pressed={asTable} onClick={onToggle}>
    Table
  </Button>
)

interface ChartFrameProps extends Omit<ChartFigureProps, 'asTable' | 'onToggle' | 'stage' | 'children'> {
  /** The same figures, scrolled; undefined if they are beside the chart. */
  readonly table?: ReactNode
  /** Shown in place of plot and table. */
  readonly nothing?: ReactNode
  readonly children: (size: { readonly width: number; readonly height: number }) => ReactNode
}

/** A figure that switches between its plot, drawn once its size is known, and its table. */
export function ChartFrame({ table, nothing, children, ...figure }: ChartFrameProps): ReactNode {
  const [ref, size] = useSize()
  const [asTable, setAsTable] = useState(false)
  const onToggle = table === undefined ? undefined : () => setAsTable(!asTable)
  return (
    <ChartFigure {...figure} asTable={asTable} onToggle={onToggle} stage={ref}>
      {nothing !== undefined ? (
        <div className={styles.nothing}>{nothing}</div>
      ) : asTable ? (
        // Scrolling requires keyboard focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.tableBox} aria-label={`${figure.label}, as a table`} tabIndex={0}>
          {table}
        </section>
      ) : (
        size.width > 0 && size.height > 0 && children(size)
      )}
    </ChartFigure>
  )
}

export const pointerPx = (event: PointerEvent<SVGSVGElement>): number =>
  event.clientX - event.currentTarget.getBoundingClientRect().left

interface ValueLinesProps {
  readonly ticks: readonly number[]
  readonly y: (value: number) => number
  readonly left: number
  readonly right: number
  readonly textOf: (tick: number) => string
}

export const ValueLines = ({ ticks, y, left, right, textOf }: ValueLinesProps): ReactNode =>
  ticks.map(tick => (
    <g key={tick}>
      <line className={tick === 0 ? styles.zero : styles.gridLine} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
      <text className={styles.tick} x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
        {textOf(tick)}
      </text>
    </g>
  ))

interface ReadoutProps {
  readonly at: number
  readonly width: number
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly children?: ReactNode
}

export function Readout({ at, width, title, rows, children }: ReadoutProps): ReactNode {
  return (
    <div className={styles.readout} style={at > width / 2 ? { right: width - at + 10 } : { left: at + 10 }}>
      <strong>{title}</strong>
      {rows.map(([name, value]) => (
        <span key={name} className={styles.readoutRow}>
          <span>{name}</span> <span>{value}</span>
        </span>
      ))}
      {children}
    </div>
  )
}

interface ReadoutKeysProps {
  readonly label: string
  readonly text: string
  readonly count: number
  readonly at: number
  readonly move: (at: number | undefined) => void
  readonly pick: () => void
}

export function ReadoutKeys({ label, text, count, at, move, pick }: ReadoutKeysProps): ReactNode {
  return (
    <input
      type="range"
      className={styles.crosshairKeys}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={count - 1}
      step={1}
      value={at}
      onChange={event => move(event.target.valueAsNumber)}
      onKeyDown={event => {
        if (event.key === 'Enter') pick()
      }}
      onBlur={() => move(undefined)}
    />
  )
}
