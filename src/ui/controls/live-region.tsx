import type { ReactNode } from 'react'

export interface LiveRegionProps {
  readonly assertive?: boolean | undefined
  readonly children?: ReactNode
  readonly testId?: string | undefined
  readonly className?: string | undefined
}

/** Reads changes of its content aloud. It must be on the page before its content, so mount it empty. */
export function LiveRegion({ assertive = false, children, testId, className }: LiveRegionProps): ReactNode {
  return (
    <div role={assertive ? 'alert' : 'status'} aria-live={assertive ? 'assertive' : 'polite'} data-testid={testId} className={className}>
      {children}
    </div>
  )
}
