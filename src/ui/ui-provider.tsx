import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { CommandProvider } from './commands/command-provider.tsx'
import { ToastRegion } from './controls/toast-region.tsx'
import { cspNonce } from './theme/nonce.ts'

/** What the kit needs around the whole page: the policy's nonce, the commands with their keys and dialogs, the place for notices. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <CSPProvider nonce={cspNonce()} disableStyleElements>
      <CommandProvider>
        {children}
        <ToastRegion />
      </CommandProvider>
    </CSPProvider>
  )
}
