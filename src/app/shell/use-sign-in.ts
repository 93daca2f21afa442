/** Signing in from anywhere: a command that leads there, and the way back to the screen that one came from. */
import { useEffect } from 'react'
import { useSession } from '../../api/venue/session.ts'
import { parseSignInFrom, signInSearch } from '../../links/screen-links.ts'
import type { Command } from '../../ui/commands/command.ts'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { screens } from './screens.ts'

export function useSignIn(): readonly Command[] {
  const navigate = useNavigate()
  const isSignedIn = useSession().status === 'signed_in'
  const from = useAddress(address => parseSignInFrom(address.search))
  const here = useAddress(address => address.pathname)
  const back = screens.find(screen => screen.to === from)?.to
  useEffect(() => {
    if (isSignedIn && back !== undefined) navigate({ to: back, replace: true })
  }, [isSignedIn, back, navigate])
  if (isSignedIn) return []
  return [
    {
      id: 'app.sign-in',
      name: 'Sign in',
      group: 'Everywhere',
      run: () => navigate({ to: '/portfolio', search: here === '/portfolio' ? {} : signInSearch(here) }),
    },
  ]
}
