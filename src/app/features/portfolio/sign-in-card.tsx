/** Card on a page without an account: sign-in by one click (sandbox or saved key) or by a token. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { switchToKey, useKeys } from '../../api/keys/keys.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { readSession, type SignInReason } from '../../api/venue/session.ts'
import { signInToSandbox, signInWithToken } from '../../api/venue/sign-in.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useTabSignIns } from '../../model/account/use-tab-sign-ins.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TabSignIns } from '../../ui/controls/tab-sign-ins.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { closeOffer, isTourOffered, startTour } from '../../ui/tour/tour-store.ts'
import { isFocusNowhere } from '../../ui/panel/panel-focus.ts'
import styles from './sign-in-card.module.css'

const reasons: Readonly<Record<SignInReason, string>> = {
  expired: 'Session expired. Sign in again.',
  refused: 'Session expired or token rejected. Sign in again.',
  key_refused: 'The venue refused your key’s signature. See Settings for what to check.',
  venue_changed: 'The venue has changed, and a sign-in belongs to one venue. Sign in to this one.',
}

interface SignInCardProps {
  readonly reason: SignInReason | undefined
  readonly text: string | undefined
}

export function SignInCard({ reason, text }: SignInCardProps) {
  const venue = useVenue()
  const { keys } = useKeys()
  const sandbox = venue.kind === 'sandbox'
  return (
    <div className={styles.place}>
      <section className={styles.card} aria-label="Sign in">
        {reason !== undefined && (
          <Banner tone="warning">
            {reasons[reason]}
            {text !== undefined && ` The venue says: ${text}`}
          </Banner>
        )}
        <h2 className={styles.title}>
          {sandbox ? 'Paper-trade on the built-in exchange' : `Sign in to ${venue.label}`}
        </h2>
        <TabSignIns {...useTabSignIns()} />
        {keys.map(key => (
          <Button key={key.id} variant="primary" onClick={() => void switchToKey(key.id)}>
            Use key {stripHostile(key.name, 60)}
          </Button>
        ))}
        {sandbox && <SandboxSignIn />}
        <details className={styles.details} open={!sandbox}>
          <summary>{sandbox ? 'Or paste a token' : 'Paste a token'}</summary>
          <TokenSignIn />
        </details>
      </section>
    </div>
  )
}

const staysHint = 'The tab keeps the token of the sandbox until it is closed.'

function SandboxSignIn() {
  const [busy, setBusy] = useState(false)
  const [isOffered] = useState(isTourOffered)
  const [stays, setStays] = useState(true)
  const [problem, setProblem] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // One key signs in on a fresh page; an existing focus stays.
    if (isFocusNowhere()) button.current?.focus({ preventScroll: true })
  }, [])
  const signIn = async (withTour: boolean) => {
    setBusy(true)
    setProblem(undefined)
    const result = await signInToSandbox(undefined, stays ? 'tab' : 'memory')
    setBusy(false)
    if (!result.ok) setProblem(result.fault.message)
    else if (withTour) startTour(serverNowMs())
    else closeOffer()
  }
  return (
    <>
      <p className={styles.words}>
        A whole venue runs beside this page: books, makers, margin, settlement. The demo account comes with funds and a
        small book of positions. Nothing here is real money.
      </p>
      {problem !== undefined && (
        <Banner tone="danger" title="Could not sign in">
          {problem}
        </Banner>
      )}
      <Button ref={button} variant="primary" busy={busy} onClick={() => void signIn(false)}>
        Sign in to the sandbox
      </Button>
      {isOffered && <Button onClick={() => void signIn(true)}>New here? Start with the two-minute tour</Button>}
      <Checkbox label="Stay signed in when this tab reloads" hint={staysHint} checked={stays} onChange={setStays} />
    </>
  )
}

function TokenSignIn() {
  const [token, setToken] = useState('')
  const [isRemembered, setIsRemembered] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = signInWithToken(token.trim(), isRemembered ? 'tab' : 'memory')
    setProblem(result.ok ? undefined : result.message)
    if (readSession().status === 'signed_in') setToken('')
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Token (credentials_secret, a JWT)"
        type="password"
        value={token}
        onChange={setToken}
        mono
        {...(problem === undefined ? {} : { error: problem })}
      />
      <Checkbox
        label="Remember until this tab closes"
        hint="Otherwise cleared on reload."
        checked={isRemembered}
        onChange={setIsRemembered}
      />
      <Button type="submit" disabled={token.trim() === ''}>
        Sign in with token
      </Button>
    </form>
  )
}
