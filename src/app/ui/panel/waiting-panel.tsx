import type { ReactNode } from 'react'
import { Skeleton } from '../controls/waiting.tsx'
import { Panel } from './panel.tsx'
import { MaximiseContext } from './pop-out.ts'

export const waitingPanel = (title: string): ReactNode => (
  <MaximiseContext value={false}>
    <Panel title={title}>
      <Skeleton />
    </Panel>
  </MaximiseContext>
)
