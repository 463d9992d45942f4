import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findingIds } from '../../src/doctor/finding.ts';
import { databasePlants, startMinutes, stopMinutes } from './plants-database.ts';
import { machinePlants, settingPlants } from './plants-machine.ts';
import { outsidePlants } from './plants-outside.ts';
import { plantPeriod, removePlanted, stripePlants } from './plants-stripe.ts';
import { openScene, type Scene } from './scene.ts';

const plants = [
  ...outsidePlants,
  ...stripePlants,
  ...databasePlants,
  ...machinePlants,
  ...settingPlants,
];

/** Settings of the scene and of its plants that nobody may read. */
const secrets =
  /6f1d0c4b|0b5f2e6d|sk_live_a|sk_test_a|whsec|secret-word|a-key-of-our-own|acme:wrong|a-secret-of/;

describe('the doctor', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.heal());
  afterAll(() => scene.close());

  it('finds nothing wrong with a healthy installation in production, and checks everything', async () => {
    const { findings, notChecked, ...told } = await scene.examine();
    expect({ findings, notChecked }).toEqual({ findings: [], notChecked: [] });
    expect(told).toMatchObject({ healthy: true, exitCode: 0 });
    expect(told.checks).toBeGreaterThanOrEqual(20);
  });

  it('finds nothing wrong if a monthly project is between two renewals, with no event for 20 days', async () => {
    const dayMs = 86_400_000;
    const [start, end] = [-20, 10].map((days) => new Date(Date.now() + days * dayMs));
    await plantPeriod(scene, { start: start ?? null, end: end ?? null });
    try {
      expect((await scene.examine()).findings).toEqual([]);
    } finally {
      await removePlanted(scene);
    }
  });

  it("finds nothing wrong with the minute's work that failed once: the next minute begins it again", async () => {
    const { db } = scene.app;
    await sql`
      select graphile_worker.add_job('run-due', job_key => 'failed once', max_attempts => 1)`.execute(
      db,
    );
    await sql`
      select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs
      where key = 'failed once'`.execute(db);
    try {
      expect((await scene.examine()).findings).toEqual([]);
    } finally {
      await sql`select graphile_worker.remove_job('failed once')`.execute(db);
    }
  });

  it('excuses jobs and backups of an earlier time while the server has just started, as after a restored backup', async () => {
    const folder = scene.dataDir;
    const backups = {
      schedule: { folder, everyHours: 24 },
      readAgeSeconds: async () => undefined,
      readSecondsWithout: async () => 72 * 3_600,
    };
    await stopMinutes(scene);
    try {
      const isStarting = async () => true;
      expect((await scene.examine({ elsewhere: { backups, isStarting } })).findings).toEqual([]);
      const { findings } = await scene.examine({ elsewhere: { backups } });
      expect(findings.map(({ id }) => id)).toEqual(['jobs-stopped', 'backup-old']);
    } finally {
      await startMinutes(scene);
    }
  });

  it('expects no backup in the first minutes of a database, also if PUBLIC_URL tells no start', async () => {
    const schedule = { folder: scene.dataDir, everyHours: 24 };
    const young = {
      schedule,
      readAgeSeconds: async () => undefined,
      readSecondsWithout: async () => 60,
    };
    expect((await scene.examine({ elsewhere: { backups: young } })).findings).toEqual([]);
  });

  it('names a wrong SECRET_KEY before what follows from it', async () => {
    const { findings } = await scene.examine({
      env: { SECRET_KEY: '0b5f2e6d9c1a48370b5f2e6d9c1a4837' },
    });
    expect(findings.map(({ id }) => id)).toEqual(['secret-other', 'public-url-other']);
  });

  it.each(plants)(
    'tells of $id and of nothing else, given $given',
    async ({ id, also = [], plant, undo }) => {
      const change = await plant(scene);
      try {
        const { findings, notChecked, exitCode, healthy } = await scene.examine(change ?? {});
        const found = findings.filter((finding) => finding.id === id);
        const ids = new Set(findings.map((finding) => finding.id));
        expect(ids, JSON.stringify(notChecked)).toEqual(new Set([id, ...also]));
        expect(JSON.stringify({ findings, notChecked })).not.toMatch(secrets);
        for (const { problem, fix } of found) {
          expect(problem).toMatch(/^([A-Z\d]|price_).*\.$/);
          expect(fix.length).toBeGreaterThan(10);
          expect(`${problem}${fix}`).not.toMatch(/undefined|null|NaN|\n|\[object/);
        }
        const isWrong =
          findings.some(({ severity }) => severity === 'fault') || notChecked.length > 0;
        expect([healthy, exitCode]).toEqual(isWrong ? [false, 1] : [true, 0]);
      } finally {
        await undo?.(scene);
      }
    },
  );

  it('is tested with a planted fault for each of its findings, of which there are more than 20', () => {
    expect(new Set(plants.map(({ id }) => id))).toEqual(new Set(findingIds));
    expect(findingIds.length).toBeGreaterThan(20);
  });

  it('finds nothing wrong once every fault is corrected', async () => {
    expect(await scene.examine()).toMatchObject({ findings: [], notChecked: [], exitCode: 0 });
  });
});
