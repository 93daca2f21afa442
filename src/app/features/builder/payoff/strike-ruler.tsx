/** A price axis with the draft's strikes, for forms without a chart. */
import { useMemo } from 'react'
import { margins, payoffScales, type Range } from '../../../ui/charts/payoff-geometry.ts'
import { priceText } from '../../../ui/charts/price-text.ts'
import { useSize } from '../../../ui/charts/use-size.ts'
import { StrikeHandles, type StrikeHandlesInputs } from './strike-handles.tsx'
import styles from './strike-handles.module.css'

interface StrikeRulerProps {
  readonly range: Range
  readonly spot: number | undefined
  readonly handles: StrikeHandlesInputs
  readonly onDrag: (dragging: boolean) => void
}

const heightPx = 76

export function StrikeRuler({ range: [from, to], spot, handles, onDrag }: StrikeRulerProps) {
  const [ref, { width }] = useSize()
  const scales = useMemo(() => payoffScales(width, heightPx, [from, to], [0, 1]), [width, from, to])
  const { x } = scales
  const overlay = { x, y: () => 0, invertX: (px: number) => x.invert(px), width, height: heightPx }
  const bottom = heightPx - margins.bottom
  return (
    <section ref={ref} className={styles.ruler} aria-label="Strike ruler">
      {width === 0 ? null : (
        <svg width={width} height={heightPx}>
          <g aria-hidden="true">
            <line className={styles.axis} x1={margins.left} x2={width - margins.right} y1={bottom} y2={bottom} />
            {x.ticks(Math.max(2, Math.floor(width / 90))).map(tick => (
              <text key={tick} className={styles.number} x={x(tick)} y={heightPx - 8} textAnchor="middle">
                {priceText(tick)}
              </text>
            ))}
            {spot === undefined ? null : <line className={styles.spot} x1={x(spot)} x2={x(spot)} y1={4} y2={bottom} />}
          </g>
          <StrikeHandles {...handles} scales={overlay} onDrag={onDrag} />
        </svg>
      )}
    </section>
  )
}
