/** The header's second line: what needs attention, and margin. */
import { memo } from 'react'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { MarginBar } from '../margin/margin-bar.tsx'
import styles from './header.module.css'
import { Needs } from './needs.tsx'

export const SecondLine = memo(function SecondLine({ portfolio }: { readonly portfolio: Portfolio }) {
  return (
    <div className={styles.second}>
      <Needs portfolio={portfolio} />
      <MarginBar portfolio={portfolio} />
    </div>
  )
})
