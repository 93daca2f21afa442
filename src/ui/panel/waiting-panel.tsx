/** A panel whose code is on the way. */
import type { ReactNode } from 'react'
import { Skeleton } from '../controls/skeleton.tsx'
import { Panel } from './panel.tsx'

export const waitingPanel = (title: string): ReactNode => (
  <Panel title={title}>
    <Skeleton />
  </Panel>
)
