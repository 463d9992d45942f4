import type { CDPSession, Page } from '@playwright/test';

/** One passkey as the device keeps it. */
export interface KeptPasskey {
  readonly credentialId: string;
  readonly signCount: number;
}

/** Chromium's stand-in for a device with a fingerprint sensor. */
export interface PasskeyDevice {
  passkeys(): Promise<readonly KeptPasskey[]>;
  /** Copies a passkey of another device, as it was then. */
  copy(passkey: KeptPasskey): Promise<void>;
}

/** The person touches it as soon as it asks, so a browser that suggests passkeys signs in at once. */
export async function plugIn(page: Page, { suggests = false } = {}): Promise<PasskeyDevice> {
  if (!suggests) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async passkeys() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    },
    async copy(passkey) {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      const kept = credentials.find(({ credentialId }) => credentialId === passkey.credentialId);
      if (kept) {
        const { credentialId } = kept;
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
        const credential = { ...kept, signCount: passkey.signCount };
        await session.send('WebAuthn.addCredential', { authenticatorId, credential });
      }
    },
  };
}
