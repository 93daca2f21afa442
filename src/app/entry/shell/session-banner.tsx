/**
 * Banner over every screen: a pasted token expires soon, a session expired, or the venue refuses a key that worked. A
 * new token or valid answer continues the session; the last figures stay visible.
 */
import { type FormEvent, type ReactNode, useState } from 'react'
import { renewAheadMs } from '../../api/venue/renewal.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useKeys } from '../../api/keys/keys.ts'
import { type Session, retryKey, signOut } from '../../api/venue/session.ts'
import { renewAtSandbox, signInWithToken } from '../../api/venue/sign-in.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Countdown } from '../../ui/controls/countdown.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { useTicking } from '../../ui/use-tick.ts'
import styles from './session-banner.module.css'

type SignedIn = Extract<Session, { readonly status: 'signed_in' }>

export function SessionBanner({ session }: { readonly session: SignedIn }): ReactNode {
  const { expiresAtMs } = session
  const isNear = useTicking(() => expiresAtMs !== undefined && expiresAtMs - serverNowMs() <= renewAheadMs)
  if (session.keyRefusal !== undefined) return <RefusedKey session={session} text={session.keyRefusal.text} />
  if (expiresAtMs === undefined) return null
  if (session.isLapsed) return <Lapsed session={session} endedMs={expiresAtMs} />
  // A sandbox session renews itself.
  if (!isNear || session.method !== 'token') return null
  return (
    <Banner tone="warning" testId="session-banner" title="Session expires in" action={<NewToken session={session} />}>
      <Countdown endMs={expiresAtMs} nowMs={serverNowMs} ended="a moment" />. Paste the next token to go on without a
      break.
    </Banner>
  )
}

function Lapsed({ session, endedMs }: { readonly session: SignedIn; readonly endedMs: number }): ReactNode {
  return (
    <Banner
      tone="danger"
      testId="session-banner"
      title={`Session expired ${formatZoned(endedMs)}.`}
      action={
        <>
          {session.method === 'sandbox' ? <SandboxAgain /> : <NewToken session={session} />}
          <Button size="sm" variant="quiet" onClick={signOut}>
            Sign out
          </Button>
        </>
      }
    >
      Figures are the last that were read, and nothing is sent. Sign in again as {stripHostile(session.account, 60)} to
      go on.
    </Banner>
  )
}

function RefusedKey({ session, text }: { readonly session: SignedIn; readonly text: string | undefined }): ReactNode {
  const key = useKeys().keys.find(each => each.id === session.keyId)
  const name = stripHostile(key?.name ?? session.account, 60)
  return (
    <Banner
      tone="danger"
      testId="session-banner"
      title={`The venue refuses key ${name}.`}
      action={
        <>
          <Button size="sm" variant="primary" busy={!session.isLapsed} onClick={retryKey}>
            Use key {name} now
          </Button>
          <Button size="sm" variant="quiet" onClick={signOut}>
            Sign out
          </Button>
        </>
      }
    >
      {text !== undefined && `The venue says: ${text}. `}
      Figures are the last that were read. The key is tried again every few seconds.
    </Banner>
  )
}

function SandboxAgain(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const renew = async (): Promise<void> => {
    setBusy(true)
    await renewAtSandbox()
    setBusy(false)
  }
  return (
    <Button size="sm" variant="primary" busy={isBusy} onClick={() => void renew()}>
      Sign in to the sandbox
    </Button>
  )
}

function NewToken({ session }: { readonly session: SignedIn }): ReactNode {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const done = signInWithToken(token, 'memory')
    setProblem(done.ok ? undefined : done.message)
    if (done.ok) setToken('')
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={`New token for ${stripHostile(session.account, 60)}`}>
      <TextInput
        label="New token"
        hideLabel
        type="password"
        placeholder="New token"
        value={token}
        onChange={setToken}
        mono
        {...(problem === undefined ? {} : { error: problem })}
      />
      <Button type="submit" size="sm" variant="primary" disabled={token.trim() === ''}>
        Sign in with token
      </Button>
    </form>
  )
}
