import type { ReactNode } from 'react'
import type { CellTone } from './column.ts'
import styles from './grid.module.css'

interface ToneTextProps {
  readonly tone: CellTone | undefined
  readonly children: ReactNode
}

/** Text within a cell of several lines, in the tone that a cell of its own would have. */
export const ToneText = ({ tone, children }: ToneTextProps): ReactNode => (
  <span className={tone === undefined ? undefined : styles[tone]}>{children}</span>
)
