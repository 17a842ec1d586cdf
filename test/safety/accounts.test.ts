import { expect, test } from 'vitest'
import { changePassword, signIn, userInfo } from '#contract/session.ts'
import { addTeamMember, updateTeamMember } from '#contract/team.ts'
import { readablePassword } from '#server/platform/auth/generated-password.ts'
import { testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })

test.each(['123456', 'password', 'QWERTY', 'iloveyou'])(
  '%s is refused as a new password everywhere',
  async (password) => {
    const token = await app.signInAs('Admin')
    const fields = { name: 'Common Password', email: 'common@example.com', type: 'Team' } as const
    const added = await app.call(addTeamMember, { body: { ...fields, password } }, { token })
    expect(added.http).toBe(400)
    expect(added.body).toMatchObject({
      status: 0,
      message: 'This password is too common.',
      errors: { password: 'This password is too common.' },
    })
    const { id } = await app.addMember(`Member ${password}`, 'Team')
    const changes = { ...fields, tmId: id, password }
    expect((await app.call(updateTeamMember, { body: changes }, { token })).http).toBe(400)
    const own = await app.call(changePassword, { body: { newPassword: password } }, { token })
    expect(own.body.errors).toEqual({ newPassword: 'This password is too common.' })
  },
)

test("a new password made of the product's or its owner's names is refused", async () => {
  const { id, email } = await app.addMember('Wayan Sudarma', 'Manager')
  const token = await app.signInWith(email)
  const change = async (newPassword: string) =>
    (await app.call(changePassword, { body: { newPassword } }, { token })).body.errors
  const tooCommon = { newPassword: 'This password is too common.' }
  for (const guess of ['Pabean-2026!', 'customsDeclaration1', 'sudarma.wayan', 'Wayan2026', 'Manager#123'])
    expect(await change(guess), guess).toEqual(tooCommon)
  const admin = { token: await app.signInAs('Admin') }
  const fields = { name: 'Ketut Laut', email: 'ketut@example.com', type: 'Team' } as const
  const renamed = { ...fields, tmId: id, password: 'Ketut-2026' }
  expect((await app.call(addTeamMember, { body: { ...fields, password: 'laut1234' } }, admin)).http).toBe(400)
  expect((await app.call(updateTeamMember, { body: renamed }, admin)).http).toBe(400)
  expect(await app.call(userInfo, {}, { token })).toMatchObject({ http: 200 })
  expect(await change('wayan eats rambutan')).toBeUndefined()
})

test('a password of any characters and length is stored unchanged and compared whole', async () => {
  const { email } = await app.addMember('Long Password', 'Manager')
  const chosen = ` ${'Rambutan mangga '.repeat(6)}密码 🙂 `
  const token = await app.signInWith(email)
  expect((await app.call(changePassword, { body: { newPassword: chosen } }, { token })).http).toBe(200)
  const enter = async (password: string) => (await app.call(signIn, { body: { email, password } })).http
  for (const other of [chosen.trim(), chosen.toLowerCase(), chosen.slice(0, 72), `${chosen}x`])
    expect(await enter(other)).toBe(400)
  expect(await enter(chosen)).toBe(200)
})

test('forty sign-ins at once from one address all succeed', async () => {
  const members = await Promise.all(
    Array.from({ length: 40 }, (_, index) => app.addMember(`Crowd ${index}`, 'Team')),
  )
  const answers = await Promise.all(
    members.map(({ email }) => app.call(signIn, { body: { email, password: testPassword } })),
  )
  expect(answers.map(({ http }) => http)).toEqual(members.map(() => 200))
})

test('an account has fifty wrong tries a day over all addresses; a known browser is exempt', async () => {
  const { email } = await app.addMember('Under Attack', 'Team')
  const first = await app.call(signIn, { body: { email, password: testPassword } })
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const guess = (n: number) =>
    app.call(
      signIn,
      { body: { email, password: `guess ${n}` } },
      { headers: { 'x-forwarded-for': `203.0.113.${n}` } },
    )
  const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => guess(n)))
  expect(answers.filter(({ http }) => http === 400)).toHaveLength(50)
  expect(answers.filter(({ http }) => http === 429)).toHaveLength(30)

  const body = { email, password: testPassword }
  expect((await app.call(signIn, { body })).http).toBe(429)
  expect((await app.call(signIn, { body }, { cookie })).http).toBe(200)
  const other = await app.addMember('Not Attacked', 'Team')
  expect((await app.call(signIn, { body: { ...body, email: other.email } }, { cookie })).http).toBe(200)

  await app.platform.db
    .updateTable('attempts')
    .set({ at: new Date(Date.now() - 23 * 60 * 60_000) })
    .execute()
  expect((await app.call(signIn, { body })).http).toBe(429)
  await app.platform.db
    .updateTable('attempts')
    .set({ at: new Date(Date.now() - 25 * 60 * 60_000) })
    .execute()
  expect((await app.call(signIn, { body })).http).toBe(200)
})

test('a generated password has 80 bits', () => {
  const made = Array.from({ length: 2000 }, () => readablePassword())
  for (const password of made) expect(password).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/)
  expect(new Set(made).size).toBe(made.length)
  // 32 letters have five bits each; 16 of them have 80.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
})
