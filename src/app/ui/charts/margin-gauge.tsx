/**
 * Bar of the used share of collateral, with the thresholds of amber and red, and a tick for maintenance or the previous
 * value.
 */
import styles from './margin-gauge.module.css'

export interface MarginGaugeProps {
  /** 0 to 1; more fills the bar. */
  readonly fraction: number
  readonly level: 'ok' | 'high' | 'critical' | 'uncovered'
  readonly levels: readonly number[]
  readonly tick?: number | undefined
}

const width = 120
const height = 8
const placeOf = (part: number): number => Math.min(1, Math.max(0, part)) * width

export const MarginGauge = ({ fraction, level, levels, tick }: MarginGaugeProps) => (
  <svg
    className={styles.gauge}
    data-level={level}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    aria-hidden="true"
  >
    <rect className={styles.track} width={width} height={height} rx={2} />
    <rect className={styles.fill} width={placeOf(fraction)} height={height} rx={2} />
    {levels.map(at => (
      <line key={at} className={styles.level} x1={placeOf(at)} x2={placeOf(at)} y1={0} y2={height} />
    ))}
    {tick !== undefined && <line className={styles.tick} x1={placeOf(tick)} x2={placeOf(tick)} y1={0} y2={height} />}
  </svg>
)
