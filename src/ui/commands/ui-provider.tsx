import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { CommandProvider } from './command-provider.tsx'
import { ToastRegion } from '../controls/toast-region.tsx'
import { takePanelKey } from '../panel/panel-keys.ts'
import { cspNonce } from '../theme/nonce.ts'

/** What the kit needs around the whole page: the policy's nonce, the commands with their keys and dialogs, the keys of panels, the place for notices. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  useEffect(() => {
    document.addEventListener('keydown', takePanelKey)
    return () => document.removeEventListener('keydown', takePanelKey)
  }, [])
  return (
    <CSPProvider nonce={cspNonce()} disableStyleElements>
      <CommandProvider>
        {children}
        <ToastRegion />
      </CommandProvider>
    </CSPProvider>
  )
}
