/** First steps by hand; a test runs them against the product. */
export const example = `U=http://localhost:3000
J='content-type: application/json'
K=$(curl -s $U/config.json | jq -r .apiKey)
F=$U/functions/$(curl -s $U/config.json | jq -r .region)
T=$(curl -s "$U/v1/accounts:signUp?key=$K" -H "$J" -d '{"email":"ada@example.com","password":"a long sentence"}' | jq -r .idToken)
A="authorization: Bearer $T"
S=$(curl -s $F/createSubscription -H "$A" -H "$J" -d '{"data":{"planId":"free"}}' | jq -r .data.subscriptionId)
curl -s -X PATCH $U/v1/subscriptions/$S -H "$A" -H "$J" -d '{"settings":{"name":"Engine"}}'
curl -s $F/createInvite -H "$A" -H "$J" -d '{"data":{"subscriptionId":"'$S'","email":"bob@example.com","permissions":["editor"]}}'`;

/** A purchase, which goes on with the variables of the first steps; the test runs both as one script. */
export const purchaseExample = `curl -s $F/previewPurchase -H "$A" -H "$J" -d '{"data":{"planId":"pro"}}' | jq .data.due_now
B='{"name":"Ada Lovelace","phone":"+1 555 0100","address":{"line1":"12 St James Square","city":"Springfield","state":"IL","postal_code":"62701","country":"US"}}'
P=$(curl -s $F/createSubscription -H "$A" -H "$J" -H 'idempotency-key: purchase-1' -d '{"data":{"planId":"pro","billingInfo":{"billingDetails":'"$B"',"paymentMethodId":"pm_card_visa"}}}')
S=$(echo "$P" | jq -r .data.subscriptionId)
curl -s $F/getBillingSummary -H "$A" -H "$J" -d '{"data":{"subscriptionId":"'$S'"}}' | jq .data.next_invoice
curl -s $U/v1/subscriptions/$S/invoices -H "$A" | jq '.invoices[] | {total, currency, status}'`;
