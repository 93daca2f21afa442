/** The header's first line: what needs attention, and margin. */
import { memo } from 'react'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { MarginBar } from '../margin/margin-bar.tsx'
import styles from './header.module.css'
import { Needs } from './needs.tsx'

export const FirstLine = memo(function FirstLine({ portfolio }: { readonly portfolio: Portfolio }) {
  return (
    <div className={styles.first}>
      <Needs portfolio={portfolio} />
      <MarginBar portfolio={portfolio} />
    </div>
  )
})
