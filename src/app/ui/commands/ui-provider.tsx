import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useHoldKeys } from '../typeahead/hold-keys.ts'
import { createCommandRegistry } from './registry.ts'
import { type Command, isEnabled } from './command.ts'
import { keyTable } from './key-table.ts'
import { isPressed } from './pressed-key.ts'
import { CommandContext, useCommands } from './use-commands.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import styles from '../controls/notes.module.css'
import { closeToast, onToasts, shownToasts } from '../controls/toasts.ts'
import { enterRows } from '../panel/enter-rows.ts'
import { focusPanelItself } from '../panel/panel-focus.ts'
import { cspNonce } from '../theme/nonce.ts'

/** What the UI kit needs around the page: the policy's nonce, commands with keys and dialogs, panel keys, notices. */
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

// Not needed for the first paint.
const KeyHelp = lazyComponent(async () => (await import('./key-help.tsx')).KeyHelp, null, {
  name: 'The list of keys',
  useClose: ({ open, onClose }) => (open ? onClose : undefined),
})

function Help(): ReactNode {
  const [open, setOpen] = useState(false)
  const [loaded, setLoaded] = useState(false)
  useHoldKeys(open ? 'help' : undefined)
  const show = (): void => {
    setLoaded(true)
    setOpen(true)
  }
  useCommands([{ id: 'app.help', name: 'Show the keys', group: 'Everywhere', keys: 'help', run: show }])
  return loaded && <KeyHelp open={open} onClose={() => setOpen(false)} />
}

export function CommandProvider({ children }: { children: ReactNode }): ReactNode {
  const [registry] = useState(createCommandRegistry)
  return (
    <CommandContext value={registry}>
      {/* First, so that a screen may override these keys. */}
      <Help />
      {children}
      <CommandKeys />
    </CommandContext>
  )
}

/** A dialog captures the keyboard, except for its own keys and an RFQ's drawer. */
const inDialog = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('[role="dialog"]:not([data-rfq])') !== null

/** Text fields and lists, where keys write or select. Sliders, check boxes and radio buttons accept no letters. */
const inField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    'textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"], input:not([type="range"], [type="checkbox"], [type="radio"])',
  ) !== null

const isElsewhere = (command: Command, event: KeyboardEvent): boolean =>
  command.inForms !== true && (inDialog(event) || inField(event))

function takeCommandKey(event: KeyboardEvent, commands: readonly Command[]): void {
  if (event.defaultPrevented) return
  const command = commands.find(
    each => each.keys !== undefined && isEnabled(each) && isPressed(keyTable[each.keys], event),
  )
  if (command === undefined || command.keyWhen?.() === false || isElsewhere(command, event)) return
  event.preventDefault()
  command.run()
}

function CommandKeys(): ReactNode {
  const registry = useContext(CommandContext)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => takeCommandKey(event, registry.commands())
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [registry])
  return null
}

const icons = { neutral: Info, ok: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export function ToastRegion(): ReactNode {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  return (
    <section aria-label="Notices" aria-live="polite" className={styles.toasts}>
      {toasts.map(({ id, tone, title, body, testId, action }) => {
        const Icon = icons[tone]
        return (
          <div key={id} className={styles.toast} data-tone={tone} data-testid={testId}>
            <Icon size={14} aria-hidden="true" />
            <div className={styles.toastText} title={body === undefined ? title : `${title}. ${body}`}>
              <div className={styles.toastTitle}>{title}</div>
              {body !== undefined && <div className={styles.toastBody}>{body}</div>}
              {action !== undefined && (
                <Button size="sm" variant="quiet" onClick={action.run}>
                  {action.label}
                </Button>
              )}
            </div>
            <IconButton size="sm" label="Close notice" icon={<X size={12} />} onClick={() => closeToast(id)} />
          </div>
        )
      })}
    </section>
  )
}

/**
 * Keys of every panel. Arrow down leads from the panel (F6) or its search field into the rows; in the search field also
 * Enter and Escape. From other fields Escape returns to the panel, where the screen's keys work. Fields that use these
 * keys, and dialogs, take precedence.
 */
const fields = 'input, select, textarea'
const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

export function takePanelKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.defaultPrevented || event.isComposing || hasModifier(event)) return
  // A handler that moved the focus has handled the key.
  if (
    !(target instanceof HTMLElement) ||
    target !== document.activeElement ||
    target.closest('[role="dialog"]') !== null
  )
    return
  const panel = target.closest<HTMLElement>('section[data-panel]')
  if (panel === null) return
  const isSearch = target instanceof HTMLInputElement && target.type === 'search'
  const isDown = key === 'ArrowDown' && (target === panel || isSearch)
  const isLeaving = key === 'Escape' && target.matches(fields)
  if (!isDown && !isLeaving && !(key === 'Enter' && isSearch)) return
  const isInRows = (isDown || isSearch) && enterRows(panel, isSearch ? 'first' : 'last')
  if (!isInRows && isLeaving) focusPanelItself(panel)
  if (isInRows || isLeaving) event.preventDefault()
}
