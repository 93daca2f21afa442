// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input cannot stand in a drawing
import type { SVGProps } from 'react'
import { margins } from '../../../ui/charts/payoff-geometry.ts'
import { cx } from '../../../ui/cx.ts'
import type { GripDrawing } from './handle-drawing.ts'
import styles from './strike-handles.module.css'
import { gripHeight } from './strike-grips.ts'
import { gripLabel, gripPlace, gripRow } from './write-handles.ts'

interface StrikeGripProps {
  readonly drawing: GripDrawing
  readonly active: boolean
  readonly isCurrent: boolean
  readonly events?: Pick<
    SVGProps<SVGGElement>,
    'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown' | 'onFocus'
  >
}

export function StrikeGrip({ drawing, active, isCurrent, events }: StrikeGripProps) {
  const { handle, x, top, width, side, words, letters, least, most, strike, strikeText } = drawing
  return (
    <g
      role="slider"
      data-leg={handle.symbols[0]}
      data-side={side}
      tabIndex={0}
      transform={gripPlace(x)}
      aria-label={gripLabel(words)}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={strike}
      aria-valuetext={strikeText}
      className={cx(styles.handle, active && styles.active, isCurrent && styles.current)}
      {...events}
    >
      <title>{`${words}: drag, or arrow keys. Shift: all strikes. Alt: mirror. Escape gives a drag up.`}</title>
      <line className={styles.stem} y1={margins.top} y2={top} />
      <g transform={gripRow(top)}>
        <rect className={styles.touch} x={-22} y={-6} width={44} height={gripHeight + 12} />
        <rect className={styles.grip} x={-width / 2} width={width} height={gripHeight} rx={4} />
        <text className={styles.word} y={gripHeight / 2} dy="0.34em" textAnchor="middle">
          {letters}
        </text>
      </g>
    </g>
  )
}
