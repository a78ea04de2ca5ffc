import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { createTestIdentity } from '../../tests/support/app/test-identity.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { externalIds, grants, sessions, users } from '../db/schema.ts'
import { parseEmail } from '../mail-address.ts'
import { claimAddress, type ExternalUser, saveExternalUser } from './external-user-store.ts'

describeMainlyOnPostgres('a user of the product', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let recorded: string[] = []
  let count = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })
  const record = async (tx: Drizzle, userId: string) => {
    // In the transaction that makes the change: what it wrote can be read through it.
    expect(await tx.select().from(users).where(eq(users.id, userId))).toHaveLength(1)
    recorded.push(userId)
  }
  const newId = () => `external-${++count}`
  const save = (user: Partial<ExternalUser> & { externalId: string; email: string }) => {
    recorded = []
    const given = { emailVerified: false, ...user, email: parseEmail(user.email) }
    return saveExternalUser(db, given, { recordCustomerState: record })
  }
  const userOf = async (userId: string) => (await db.select().from(users).where(eq(users.id, userId)))[0]
  const ownerOf = async (externalId: string) =>
    (await db.select().from(externalIds).where(eq(externalIds.externalId, externalId)))[0]?.userId

  describe('whose id is unknown', () => {
    test.each([true, false])(
      'is created, and the address is as verified as the product says (%s)',
      async (emailVerified) => {
        const [externalId, email] = [newId(), newAddress()]
        const { userId, outcome } = await save({ externalId, email, name: 'Ana', emailVerified })
        expect(outcome).toBe('created')
        expect(await userOf(userId)).toMatchObject({ email, name: 'Ana', emailVerified })
        expect(await ownerOf(externalId)).toBe(userId)
        expect(recorded).toEqual([userId])
      },
    )

    test('is linked with the account that has the address when both have verified it', async () => {
      const email = newAddress()
      const id = await createTestBrowser(app).signIn(email)
      const externalId = newId()
      expect(await save({ externalId, email, emailVerified: true })).toEqual({
        userId: id,
        outcome: 'updated',
        isLinked: true,
      })
      expect(await ownerOf(externalId)).toBe(id)
      expect(recorded).toEqual([id])
    })

    test('is not linked when the product has not verified the address', async () => {
      const email = newAddress()
      await createTestBrowser(app).signIn(email)
      const externalId = newId()
      await expect(save({ externalId, email })).rejects.toMatchObject({ code: 'email-taken', status: 409 })
      expect(await ownerOf(externalId)).toBeUndefined()
      expect(recorded).toEqual([])
    })

    test('is not linked with an account that has not verified the address', async () => {
      const email = newAddress()
      await save({ externalId: newId(), email })
      await expect(save({ externalId: newId(), email, emailVerified: true })).rejects.toMatchObject({
        code: 'email-taken',
      })
    })

    test('is not linked with an account that has another external id', async () => {
      const [email, first, second] = [newAddress(), newId(), newId()]
      const { userId } = await save({ externalId: first, email, emailVerified: true })
      await expect(save({ externalId: second, email, emailVerified: true })).rejects.toMatchObject({
        code: 'external-id-taken',
        status: 409,
      })
      expect([await ownerOf(first), await ownerOf(second)]).toEqual([userId, undefined])
    })
  })

  describe('whose id is known', () => {
    test('stays as it is when nothing differs, and nothing is recorded', async () => {
      const user = { externalId: newId(), email: newAddress(), name: 'Ana', emailVerified: true }
      const { userId } = await save(user)
      expect(await save(user)).toEqual({ userId, outcome: 'unchanged' })
      // What the product has not verified again stays verified, and what it does not say stays.
      expect(await save({ externalId: user.externalId, email: user.email })).toEqual({
        userId,
        outcome: 'unchanged',
      })
      expect(await userOf(userId)).toMatchObject({ name: 'Ana', emailVerified: true })
      expect(recorded).toEqual([])
    })

    test.each([true, false])(
      'gets another address, which is verified only if the product says so (%s)',
      async (emailVerified) => {
        const externalId = newId()
        const emailBefore = newAddress()
        const { userId } = await save({ externalId, email: emailBefore, emailVerified: true })
        const email = newAddress()
        expect(await save({ externalId, email, emailVerified })).toEqual({
          userId,
          outcome: 'updated',
          emailBefore,
        })
        expect(await userOf(userId)).toMatchObject({ email, emailVerified })
        expect(recorded).toEqual([userId])
      },
    )

    test.each([true, false])(
      'does not get the address of somebody else (verified: %s)',
      async (emailVerified) => {
        const [externalId, email, taken] = [newId(), newAddress(), newAddress()]
        const { userId } = await save({ externalId, email, emailVerified: true })
        const other = await createTestBrowser(app).signIn(taken)
        await expect(save({ externalId, email: taken, emailVerified })).rejects.toMatchObject({
          code: 'email-taken',
        })
        expect((await userOf(userId))?.email).toBe(email)
        expect((await userOf(other))?.email).toBe(taken)
      },
    )

    test('keeps the id for good: another user never gets it', async () => {
      const externalId = newId()
      const { userId } = await save({ externalId, email: newAddress(), emailVerified: true })
      const email = newAddress()
      const other = await createTestBrowser(app).signIn(email)
      await expect(save({ externalId, email, emailVerified: true })).rejects.toMatchObject({
        code: 'email-taken',
      })
      expect(await ownerOf(externalId)).toBe(userId)
      expect(other).not.toBe(userId)
    })
  })

  describe('at the same moment', () => {
    const settle = (all: Promise<unknown>[]) =>
      Promise.all(
        all.map((one) =>
          one.then(
            (saved) => saved,
            (error) => error.code ?? String(error),
          ),
        ),
      )

    test('is created once', async () => {
      for (let round = 0; round < 5; round++) {
        const user = { externalId: newId(), email: newAddress(), emailVerified: round % 2 === 0 }
        const saved = await settle(Array.from({ length: 20 }, () => save(user)))
        const userId = await ownerOf(user.externalId)
        expect(saved.filter((one) => (one as { outcome?: string }).outcome === 'created')).toHaveLength(1)
        for (const one of saved) expect(one).toMatchObject({ userId })
        expect(await db.select().from(users).where(eq(users.email, user.email))).toHaveLength(1)
      }
    })

    test('with one address and several ids: one gets it', async () => {
      for (let round = 0; round < 5; round++) {
        const email = newAddress()
        const saved = await settle(
          Array.from({ length: 10 }, () => save({ externalId: newId(), email, emailVerified: true })),
        )
        expect(saved.filter((one) => typeof one === 'object')).toHaveLength(1)
        expect(saved.filter((one) => one === 'external-id-taken')).toHaveLength(9)
      }
    })

    test('as its owner proves the address: the owner gets it, whoever is first', async () => {
      for (let round = 0; round < 20; round++) {
        const email = newAddress()
        await settle([
          save({ externalId: newId(), email }),
          claimAddress(db, parseEmail(email), async () => {}),
          save({ externalId: newId(), email }),
        ])
        const [owner] = await db.select().from(users).where(eq(users.email, email))
        expect(owner?.emailVerified).toBe(true)
        expect(
          await db
            .select()
            .from(externalIds)
            .where(eq(externalIds.userId, owner?.id ?? '')),
        ).toEqual([])
      }
    })
  })

  describe('with an address that was never verified', () => {
    test('loses it to the person who proves it by a code, and stays the product’s', async () => {
      const [externalId, email] = [newId(), newAddress()]
      const { userId } = await save({ externalId, email })
      const owner = createTestBrowser(app)
      const ownerId = await owner.signIn(email)
      expect(ownerId).not.toBe(userId)
      expect(await userOf(userId)).toMatchObject({
        email: `${userId}@unverified.invalid`,
        emailVerified: false,
      })
      expect(await userOf(ownerId)).toMatchObject({ email, emailVerified: true })
      expect(await ownerOf(externalId)).toBe(userId)
      expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([])
      // Signing in again is the same account.
      expect(await createTestBrowser(app).signIn(email)).toBe(ownerId)
    })

    test('is linked to that person once the product has verified the address too', async () => {
      const [externalId, email] = [newId(), newAddress()]
      const { userId } = await save({ externalId, email })
      const ownerId = await createTestBrowser(app).signIn(email)
      expect(await save({ externalId, email })).toEqual({ userId, outcome: 'unchanged' })
      expect(await save({ externalId, email, emailVerified: true })).toEqual({
        userId: ownerId,
        outcome: 'updated',
        isLinked: true,
      })
      // The later of two states of one user counts.
      expect(recorded).toEqual([userId, ownerId])
      expect(await ownerOf(externalId)).toBe(ownerId)
    })

    test('stays the product’s if it was given something meanwhile', async () => {
      const [externalId, email] = [newId(), newAddress()]
      const { userId } = await save({ externalId, email })
      await createTestBrowser(app).signIn(email)
      await db.insert(grants).values({ id: newId(), userId, plan: 'monthly', reason: 'x', grantedBy: 'x' })
      expect(await save({ externalId, email, emailVerified: true })).toEqual({ userId, outcome: 'unchanged' })
    })

    test('is told about in the same transaction', async () => {
      const [externalId, email] = [newId(), newAddress()]
      const { userId } = await save({ externalId, email })
      recorded = []
      await claimAddress(db, parseEmail(email), record)
      expect(recorded).toEqual([userId])
    })

    test('keeps a verified one: that person’s code signs in to the same account', async () => {
      const email = newAddress()
      const { userId } = await save({ externalId: newId(), email, emailVerified: true })
      expect(await createTestBrowser(app).signIn(email)).toBe(userId)
    })
  })

  test('no mail is sent to an address that cannot exist', async () => {
    const { identity, readMails } = createTestIdentity(db)
    const [email, other] = [newAddress(), newAddress()]
    const { userId } = await save({ externalId: newId(), email })
    const { userId: reachable } = await save({ externalId: newId(), email: other })
    await claimAddress(db, parseEmail(email), async () => {})
    const mail = (to: string) => ({ to, language: 'en' as const, subject: 's', text: 't', link: 'l' })
    await identity.mailUser(userId, mail)
    await identity.mailUser(reachable, mail)
    expect((await readMails()).map(({ to }) => to)).toEqual([other])
    const visitor = createTestBrowser(app)
    expect((await visitor.requestCode(`${userId}@unverified.invalid`)).status).toBe(400)
    await expect(
      identity.saveExternalUser({ externalId: newId(), email: 'x@unverified.invalid', emailVerified: true }),
    ).rejects.toMatchObject({ code: 'bad-email' })
  })
})
