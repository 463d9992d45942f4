import type {
  CallableName,
  DocumentName,
  Entry,
  IdentityName,
  ServerCallName,
  wire,
} from '@hearth/contract';
import * as billing from '../modules/billing/index.ts';
import * as operators from '../modules/console/index.ts';
import * as hostedSignIn from '../modules/hosted-sign-in/index.ts';
import * as identity from '../modules/identity/index.ts';
import * as members from '../modules/members/index.ts';
import * as serverApi from '../modules/server-api/index.ts';
import * as subscriptions from '../modules/subscriptions/index.ts';
import type { AnyOperation } from './execute.ts';

/** An operation whose entry is the named one. A missing or swapped one, or one that needs a service the executor lacks, does not compile. */
export type OperationFor<E extends Entry> = AnyOperation & { readonly entry: E };

type Switchboard = {
  identity: { [Name in IdentityName]: OperationFor<(typeof wire.identity)[Name]> };
  callables: { [Name in CallableName]: OperationFor<(typeof wire.callables)[Name]> };
  documents: { [Name in DocumentName]: OperationFor<(typeof wire.documents)[Name]> };
  server: { [Name in ServerCallName]: OperationFor<(typeof wire.server)[Name]> };
};

/** Wire name to operation, complete by type. */
export const operations = {
  identity: {
    signUp: identity.signUp,
    signInWithPassword: identity.signInWithPassword,
    signInWithEmailLink: identity.signInWithEmailLink,
    startMfaEnrollment: identity.startMfaEnrollment,
    finalizeMfaEnrollment: identity.finalizeMfaEnrollment,
    withdrawMfaEnrollment: identity.withdrawMfaEnrollment,
    finalizeMfaSignIn: identity.finalizeMfaSignIn,
    startPasskeySignIn: identity.startPasskeySignIn,
    signInWithPasskey: identity.signInWithPasskey,
    lookup: identity.lookup,
    update: identity.update,
    deleteAccount: identity.deleteAccount,
    disownAccount: identity.disownAccount,
    resetPassword: identity.resetPassword,
    sendOobCode: identity.sendOobCode,
    createAuthUri: identity.createAuthUri,
    signInWithIdp: identity.signInWithIdp,
    revokeToken: identity.revokeToken,
    token: identity.token,
    signOut: identity.signOut,
    getSessionEnd: identity.getSessionEnd,
    recaptchaConfig: identity.recaptchaConfig,
    passwordPolicy: identity.passwordPolicy,
    getProjectConfig: identity.getProjectConfig,
  },
  callables: {
    startPasskey: identity.startPasskey,
    finishPasskey: identity.finishPasskey,
    renamePasskey: identity.renamePasskey,
    removePasskey: identity.removePasskey,
    createSubscription: billing.createSubscription,
    previewPurchase: billing.previewPurchase,
    changeSubscriptionPlan: billing.changeSubscriptionPlan,
    previewPlanChange: billing.previewPlanChange,
    previewCancellation: billing.previewCancellation,
    cancelSubscription: billing.cancelSubscription,
    resumePayment: billing.resumePayment,
    resumeSubscription: billing.resumeSubscription,
    undoPlanChange: billing.undoPlanChange,
    abandonSubscription: billing.abandonSubscription,
    getPaymentMethods: billing.getPaymentMethods,
    createSetupIntent: billing.createSetupIntent,
    setDefaultPaymentMethod: billing.setDefaultPaymentMethod,
    deletePaymentMethod: billing.deletePaymentMethod,
    getBillingDetails: billing.getBillingDetails,
    updateBillingDetails: billing.updateBillingDetails,
    getBillingSummary: billing.getBillingSummary,
    getSpending: billing.getSpending,
    transferSubscriptionOwnership: subscriptions.transferSubscriptionOwnership,
    getActivity: members.getActivity,
    getSubscriptionUsers: members.getSubscriptionUsers,
    updateUserPermissions: members.updateUserPermissions,
    removeUser: members.removeUser,
    createInvite: members.createInvite,
    getInvite: members.getInvite,
    acceptInvite: members.acceptInvite,
    rejectInvite: members.rejectInvite,
    revokeInvite: members.revokeInvite,
    resendInvite: members.resendInvite,
    undoRemoveUser: members.undoRemoveUser,
    undoRevokeInvite: members.undoRevokeInvite,
    undoRejectInvite: members.undoRejectInvite,
  },
  documents: {
    getUser: identity.getUser,
    updateUser: identity.updateUser,
    getSignInMethods: identity.getSignInMethods,
    renewRecoveryCodes: identity.renewRecoveryCodes,
    listSessions: identity.listSessions,
    endSession: identity.endSession,
    endOtherSessions: identity.endOtherSessions,
    listSubscriptions: subscriptions.listSubscriptions,
    getSubscription: subscriptions.getSubscription,
    updateSubscription: subscriptions.updateSubscription,
    listInvites: members.listInvites,
    listInvoices: billing.listInvoices,
    getInvoiceLink: billing.getInvoiceLink,
    getOperator: operators.getOperator,
    findCustomers: operators.findCustomers,
    lookAtAccount: operators.lookAtAccount,
    actOnAccount: operators.actOnAccount,
    exportAccount: operators.exportAccount,
    lookAtSubscription: operators.lookAtSubscription,
    actOnSubscription: operators.actOnSubscription,
    getRevenue: operators.getRevenue,
    listRevenueRows: operators.listRevenueRows,
    exportRevenueRows: operators.exportRevenueRows,
    listOperatorEndpoints: serverApi.listOperatorEndpoints,
    listOperatorDeliveries: serverApi.listOperatorDeliveries,
    getDeliveredEvent: serverApi.getDeliveredEvent,
    resendDelivery: serverApi.resendDelivery,
    turnOnWebhookEndpoint: serverApi.turnOnWebhookEndpoint,
    finishInteraction: hostedSignIn.finishInteraction,
  },
  server: {
    getStanding: serverApi.getStanding,
    listSubscriptionRecords: serverApi.listSubscriptionRecords,
    getSubscriptionRecord: serverApi.getSubscriptionRecord,
    updateSubscriptionRecord: serverApi.updateSubscriptionRecord,
    listMemberRecords: serverApi.listMemberRecords,
    getAccountRecord: serverApi.getAccountRecord,
    listAccountRecords: serverApi.listAccountRecords,
    listEvents: serverApi.listEvents,
    listWebhookEndpoints: serverApi.listWebhookEndpoints,
    createWebhookEndpoint: serverApi.createWebhookEndpoint,
    updateWebhookEndpoint: serverApi.updateWebhookEndpoint,
    deleteWebhookEndpoint: serverApi.deleteWebhookEndpoint,
    rotateWebhookSecret: serverApi.rotateWebhookSecret,
    testWebhookEndpoint: serverApi.testWebhookEndpoint,
    replayWebhookEndpoint: serverApi.replayWebhookEndpoint,
    listWebhookDeliveries: serverApi.listWebhookDeliveries,
    redeliverEvent: serverApi.redeliverEvent,
  },
} satisfies Switchboard;
