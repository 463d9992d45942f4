import { createHearth } from '@hearth/sdk';
import { createAccess } from './access.js';
import { createApp } from './app.js';

const {
  HEARTH_URL,
  HEARTH_API_KEY,
  HEARTH_WEBHOOK_SECRET,
  PLAN = 'pro',
  PORT = '4000',
} = process.env;

const hearth = createHearth({
  url: HEARTH_URL,
  publicUrl: process.env.HEARTH_PUBLIC_URL ?? HEARTH_URL,
  apiKey: HEARTH_API_KEY,
  webhookSecret: HEARTH_WEBHOOK_SECRET,
});

createApp(createAccess({ hearth, plan: PLAN })).listen(Number(PORT), () => {
  console.log(`The report is served at http://localhost:${PORT}/projects/{id}/report`);
});
