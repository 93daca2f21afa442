import type { ReactNode } from 'react'

export interface LiveRegionProps {
  readonly assertive?: boolean | undefined
  readonly children?: ReactNode
  readonly testId?: string | undefined
  readonly className: string | undefined
}

export function LiveRegion({ assertive = false, children, testId, className }: LiveRegionProps): ReactNode {
  return (
    <div
      role={assertive ? 'alert' : 'status'}
      aria-live={assertive ? 'assertive' : 'polite'}
      data-testid={testId}
      className={className}
    >
      {children}
    </div>
  )
}
