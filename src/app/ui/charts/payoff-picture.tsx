import { type ReactNode, useId } from 'react'
import styles from './charts.module.css'
import { tenth } from './linear-scale.ts'

interface PayoffPictureProps {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly sold?: boolean
}

const [width, height, air] = [64, 32, 3]
/** Smallest relative height, so that a flat line is not magnified. */
const least = 0.02

/** A payoff as a small decorative picture; the text beside it has the content. */
export function PayoffPicture({ xs, ys, sold = false }: PayoffPictureProps): ReactNode {
  const id = useId()
  const sign = sold ? -1 : 1
  const values = ys.map(y => y * sign)
  const [x0, x1] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const top = Math.max(least, ...values)
  const bottom = Math.min(-least, ...values)
  const yOf = (value: number): number => air + ((top - value) / (top - bottom)) * (height - 2 * air)
  const zero = yOf(0)
  const points = values.map(
    (value, index) => `${tenth((((xs[index] ?? 0) - x0) / (x1 - x0)) * width)},${tenth(yOf(value))}`,
  )
  const path = `M${points.join('L')}`
  const area = `${path}L${width},${zero}L0,${zero}Z`
  return (
    <svg className={styles.picture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <clipPath id={`${id}-gain`}>
        <rect x="0" y="0" width={width} height={zero} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect x="0" y={zero} width={width} height={height - zero} />
      </clipPath>
      <path d={area} className={styles.gainArea} clipPath={`url(#${id}-gain)`} />
      <path d={area} className={styles.lossArea} clipPath={`url(#${id}-loss)`} />
      <line className={styles.zero} x1="0" x2={width} y1={zero} y2={zero} />
      <path d={path} className={styles.gainCurve} fill="none" clipPath={`url(#${id}-gain)`} />
      <path d={path} className={styles.lossCurve} fill="none" clipPath={`url(#${id}-loss)`} />
    </svg>
  )
}
