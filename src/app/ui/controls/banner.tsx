import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notes.module.css'

export interface BannerProps {
  readonly tone: 'info' | 'warning' | 'danger' | 'ok'
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly testId?: string | undefined
}

const icons = { info: Info, ok: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export function Banner({ tone, title, children, action, testId }: BannerProps): ReactNode {
  const Icon = icons[tone]
  return (
    <div className={styles.banner} data-tone={tone} data-testid={testId}>
      <Icon size={14} aria-hidden="true" />
      <div className={styles.bannerText}>
        {title !== undefined && <strong>{title}</strong>}
        {title !== undefined && children !== undefined && ' '}
        {children}
      </div>
      {action}
    </div>
  )
}
