/** Buttons that continue the sign-in of another tab or window of this browser. Empty if there is none. */
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

interface TabSignInsProps {
  readonly tabs: readonly { readonly id: string; readonly account: string; readonly take: () => void }[]
  readonly isBusy: boolean
  readonly hasFailed: boolean
}

export const TabSignIns = ({ tabs, isBusy, hasFailed }: TabSignInsProps): ReactNode => (
  <>
    {hasFailed && (
      <Banner tone="warning">The other tab did not answer. It may be asleep: look at it once, then try again.</Banner>
    )}
    {tabs.map(tab => (
      <Button key={tab.id} busy={isBusy} onClick={tab.take}>
        Use the sign-in of another tab ({tab.account})
      </Button>
    ))}
  </>
)
